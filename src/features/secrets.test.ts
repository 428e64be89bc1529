import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CoreError } from '../api/error.ts';
import { egressId, ingestId, METADATA_KEY, renditionId } from '../api/processIds.ts';
import type { ImportPlan } from '../media/bundle/importPlan.ts';
import { MARK, maskText } from '../media/masking/mask.ts';
import { maskNamedSecrets } from '../media/masking/maskNamedSecrets.ts';
import { aConfig, aCore, anAbout, aStrangersAbout, CHANNEL } from '../testing/coreAnswers.ts';
import type { FakeAnswers } from '../testing/fakeCore.ts';
import { aHost, openStore, type TestStore } from '../testing/openStore.ts';
import { aac, aProbe, h264 } from '../testing/probes.ts';
import { receiverEditor } from './agentScreens/alarms/receiverForm/slice.ts';
import { rulesEditor } from './agentScreens/alarms/rulesForm/slice.ts';
import { alarmsOpened, silenceRequested } from './agentScreens/alarms/slice.ts';
import { agentScreens } from './agentScreens/index.ts';
import { ruleEditor } from './agentScreens/schedule/ruleForm/slice.ts';
import { ruleSwitched, scheduleOpened } from './agentScreens/schedule/slice.ts';
import { tokensOpened } from './agentScreens/tokens/slice.ts';
import { reasonValue } from './gate/host/catchSagaErrors.ts';
import { noticed, reasonText } from './gate/notice/slice.ts';
import { performSaga } from './gate/performSaga.ts';
import { loginRequested, registrationRequested, sessionStarted, tenantChosen } from './gate/session/actions.ts';
import { createStore } from './gate/store.ts';
import { channelDeletionRequested } from './live/channel/saga.ts';
import { channelOpened } from './live/channel/slice.ts';
import { holdOrdered, holdReleased } from './live/hold/slice.ts';
import { ingestStartRequested } from './live/ingest/slice.ts';
import { lookRequested } from './live/proof/slice.ts';
import { publicationSwitched, recordingRequested } from './live/publication/slice.ts';
import { pagesOutdated } from './live/publishPages/saga.ts';
import { pushKeyChangeConfirmed } from './live/pushAddress/slice.ts';
import { exportOpened } from './moving/bundleExport/slice.ts';
import { importFilePicked } from './moving/bundleImport/slice.ts';
import { moving } from './moving/index.ts';
import { type AgentAccess, agentAddressChecked, agentSeen, agentShown } from './setup/agent/slice.ts';
import { historyFileRequested, historyWanted } from './setup/agentHistory/slice.ts';
import { applyPlan } from './setup/bundle/applyPlan.ts';
import { undoImport } from './setup/bundle/undoImport.ts';
import { cloneRequested } from './setup/clone/slice.ts';
import { speedupsChosen, speedupsRequested } from './setup/encoderSpeedup/slice.ts';
import { trialOpened, trialRequested } from './setup/encoderTrial/slice.ts';
import { httpsCheckRequested } from './setup/httpsCheck/slice.ts';
import { filePicked } from './setup/mediaFile/slice.ts';
import { pagesWatched, renewalRequested } from './setup/pageRenewal/slice.ts';
import { playerImagePicked, playerOpened, playerSaveRequested } from './setup/player/slice.ts';
import { preflightRequested } from './setup/preflight/slice.ts';
import * as form from './setup/publicationForm/slice.ts';
import { encodeOnceRequested, renditionsOpened } from './setup/rendition/slice.ts';
import { moveConfirmed } from './setup/settings/addressChange/slice.ts';
import * as settings from './setup/settings/slice.ts';
import { slateOpened, slateSaveRequested } from './setup/slate/slice.ts';
import { probeRequested, sourceEditor } from './setup/source/editor/slice.ts';
import { devicesWanted } from './setup/source/lookForDevices.ts';
import * as website from './setup/website/slice.ts';
import { previewOpened } from './setup/website/websitePreview/slice.ts';
import * as wizard from './setup/wizard/slice.ts';
import { detailsOpened, reportRequested } from './shared/processDetails/slice.ts';
import { restartFailed, restartRequested } from './shared/restart/slice.ts';
import { versionsOpened } from './versions/revision/slice.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const SECRETS = ['hunter2', 'KEY-s3cr3t', 'b34r3r', 'p4ssphrase', 'str3amid'];
const LEAK = [
  'rtmp://user:hunter2@live.example.org/app/KEY-s3cr3t: Connection refused',
  'Authorization: Bearer b34r3r.b34r3r.b34r3r',
  'srt://live.example.org:9000?passphrase=p4ssphrase&streamid=str3amid',
].join(', ');

const id = ingestId(CHANNEL);
const publication = egressId('youtube', CHANNEL);
const target = { channel: CHANNEL, service: 'rtmp', uuid: null, from: null };
const user = { username: 'admin', password: 'p' };
const streams = [h264, aac].map((stream, i) => ({ ...stream, stream: i }));

const leaks =
  (code = 500, fields: Record<string, string[]> = {}) =>
  (): never => {
    throw new CoreError(code, LEAK, [LEAK], fields);
  };

const leakingAgent = async () =>
  new Response(JSON.stringify({ type: 'about:blank', title: 'T', status: 500, detail: LEAK }), {
    status: 500,
    headers: { 'content-type': 'application/problem+json' },
  });

const metadata = { version: 1, meta: { name: 'Studio' }, streams };
const process = (name: string) => ({
  id: name,
  reference: CHANNEL,
  state: { order: 'stop', exec: 'finished', runtime_seconds: 0 },
  metadata: { [METADATA_KEY]: metadata },
});

/** A channel that listens at a port, which only one process can use. */
const udp = { mode: 'pull', address: 'udp://127.0.0.1:5000' };
const taking = {
  ...process(id),
  metadata: {
    [METADATA_KEY]: {
      ...metadata,
      sources: [{ type: 'network', settings: udp, inputs: [{ address: udp.address, options: [] }], streams }],
    },
  },
};

const encoded = {
  video: { source: 0, stream: 0, encoder: { coder: 'libx264', mapping: ['-codec:v', 'libx264'] } },
  audio: { source: 0, stream: 1, encoder: { coder: 'copy', mapping: ['-codec:a', 'copy'] } },
};
const output = { id: 'output_0', address: 'rtmp://venue/live/k', options: ['-f', 'flv'] };

const twins = ['1', '2'].map((n) => {
  const name = egressId('rtmp', CHANNEL.slice(0, -1) + n);
  const settings = { protocol: 'rtmp://', address: 'venue/live/k', options: {} };
  return {
    ...process(name),
    config: { id: name, input: [{ id: 'input_0', address: 'rtmp://localhost/live/x' }], output: [output] },
    metadata: { [METADATA_KEY]: { version: 1, settings, streams, outputs: [output], profiles: [encoded] } },
  };
});

/** A stopped rendition, and a publication that needs it. */
const shared = [
  process(renditionId(CHANNEL, CHANNEL)),
  {
    ...process(publication),
    state: { order: 'start', exec: 'failed', runtime_seconds: 1 },
    metadata: { [METADATA_KEY]: { version: 1, control: { source: { source: 'rtmp', rendition: CHANNEL } } } },
  },
];

const holding = {
  ...process(publication),
  state: {
    ...{ order: 'start', exec: 'running', runtime_seconds: 60 },
    command: ['-re', '-i', `http://127.0.0.1:8080/memfs/hold-${CHANNEL}.m3u8`, '-f', 'flv', 'rtmp://venue/live/k'],
  },
};

const holdConfig = {
  id: publication,
  input: [{ id: 'input_0', address: `{memfs}/hold-${CHANNEL}.m3u8`, options: ['-re'] }],
  output: [output],
};

const twinsAndRendition = (): FakeAnswers => {
  let written: { id: string; key: string; body: unknown } | null = null;
  return {
    processes: () => [
      process(id),
      ...twins,
      ...(written ? [{ ...process(written.id), metadata: { [written.key]: written.body } }] : []),
    ],
    processMetadataSet: (params) => {
      written ??= { id: params.id, key: params.key, body: params.body };
      return 'OK';
    },
    processMetadata: () => written?.body,
  };
};

const theCore = (answers: FakeAnswers) => {
  const written: Record<string, unknown> = {};
  let all: Record<string, unknown> = { version: 1, playersite: { playersite: true } };
  return aCore({
    config: () => aConfig({ rtmp: { enable: true, app: '/live' } }),
    configSet: () => 'OK',
    processes: () => [process(id), process(publication)],
    process: ({ id: requestedId }) => process(requestedId),
    processAdd: () => 'OK',
    processUpdate: () => 'OK',
    processDelete: () => 'OK',
    processCommand: () => 'OK',
    processProbe: () => aProbe(h264, aac),
    processMetadata: ({ id: requestedId }) => written[requestedId] ?? metadata,
    processMetadataSet: ({ id: requestedId, body }) => {
      written[requestedId] = body;
      return 'OK';
    },
    metadataAll: () => ({ [METADATA_KEY]: all }),
    metadataSet: ({ key, body }) => {
      if (key === METADATA_KEY) all = body as typeof all;
      return 'OK';
    },
    sessionsActive: () => ({}),
    memFiles: () => [],
    ...answers,
  });
};

type Step = (store: TestStore) => unknown;
type Row = [file: string, way: string, refused: FakeAnswers, ...steps: Step[]];

const wizardToTheEnd: Step[] = [
  ({ dispatch }) => dispatch(wizard.wizardOpened({ channel: CHANNEL, name: 'Studio' })),
  ({ dispatch }) => dispatch(wizard.tileChosen('network')),
  ({ dispatch }) => dispatch(wizard.videoSettingsChanged({ mode: 'pull', address: 'rtsp://192.0.2.10/s' })),
  ({ dispatch }) => dispatch(wizard.videoProbeRequested()),
  ({ dispatch }) => dispatch(wizard.videoAccepted()),
  ({ dispatch }) => dispatch(wizard.audioAccepted()),
  ({ dispatch }) => dispatch(wizard.metaAccepted()),
  ({ dispatch }) => dispatch(wizard.saveRequested()),
];
const publicationSave: Step[] = [
  ({ dispatch }) => dispatch(form.formOpened(target)),
  ({ dispatch }) => dispatch(form.publicationChanged({ settings: { address: 'live.example.org/app/x' } })),
  ({ dispatch }) => dispatch(form.publicationSaveRequested()),
];
const settingsSave: Step[] = [
  ({ dispatch }) => dispatch(settings.settingsOpened()),
  ({ dispatch }) => dispatch(settings.settingTyped({ path: 'rtmp.app', value: '/else' })),
  ({ dispatch }) => dispatch(settings.settingsSaveRequested()),
];
const websiteSave: Step[] = [
  ({ dispatch }) => dispatch(website.websiteOpened()),
  ({ dispatch }) => dispatch(website.websiteSaveRequested()),
];
const unreadable: Step = ({ core }) => vi.spyOn(core, 'processes').mockRejectedValue(new CoreError(500, LEAK, [LEAK]));
const playerOpen: Step = ({ dispatch }) => dispatch(playerOpened(CHANNEL));
const gif = new File([new Uint8Array([0x47, 0x49, 0x46, 0x38])], 'logo.gif');
const template = (playersite: object): FakeAnswers => ({
  metadataAll: () => ({ [METADATA_KEY]: { version: 1, playersite: { playersite: true, ...playersite } } }),
});

/** Every way in which a message of the core reaches the operator. */
const importPlan: ImportPlan = {
  steps: [{ kind: 'metadata', key: 'others', before: undefined, value: 1 }],
  ...{ unchanged: [], conflicts: [], pages: [], channels: {} },
};

const ways: Row[] = [
  ['gate/host/catchSagaErrors.ts', 'a worker that throws', {}, unreadable, ...wizardToTheEnd.slice(0, 1)],
  ['gate/session/saga.ts', 'a core that cannot be asked', { about: leaks() }],
  [
    'gate/session/saga.ts',
    'a login refused',
    { about: aStrangersAbout, login: leaks(400) },
    ({ dispatch }) => dispatch(loginRequested(user)),
  ],
  [
    'gate/session/tenantLogin.ts',
    'a login at a provider refused',
    {
      about: () => ({ ...aStrangersAbout(), auths: ['auth0 domain=id.example audience=a clientid=c'] }),
      loginWithToken: leaks(),
    },
    ({ dispatch }) => dispatch(tenantChosen(null)),
  ],
  [
    'live/admission/registerFirstUser.ts',
    'a registration refused',
    { about: () => ({ ...aStrangersAbout(), id: 'x', auths: [] }), configSet: leaks() },
    ({ dispatch }) => dispatch(registrationRequested(user)),
  ],
  [
    'gate/connection/saga.ts',
    'a connection lost',
    {},
    ({ core }) => {
      vi.spyOn(core, 'about').mockRejectedValue(new CoreError(-1, LEAK));
      core.tell({ type: 'network', severity: 'error', message: LEAK });
    },
  ],
  [
    'live/channel/saga.ts',
    'a deletion refused',
    { processDelete: leaks() },
    (s) => s.dispatch(channelDeletionRequested(CHANNEL)),
  ],
  ['setup/wizard/saga.ts', 'a wizard whose end is refused', { processUpdate: leaks() }, ...wizardToTheEnd],
  [
    'setup/wizard/saga.ts',
    'the same for who has left it',
    {
      processUpdate: () => new Promise((_, reject) => setTimeout(() => reject(new CoreError(500, LEAK, [LEAK])), 500)),
    },
    ...wizardToTheEnd,
    ({ dispatch }) => dispatch(wizard.wizardClosed()),
  ],
  [
    'shared/editor/editorSagas.ts',
    'a wizard whose channel cannot be read',
    { processes: (params) => (params?.id === id ? leaks()() : [process(id)]) },
    ({ dispatch }) => dispatch(wizard.wizardOpened({ channel: CHANNEL, name: 'Studio' })),
  ],
  ['shared/probe/probe.ts', 'a probe that cannot be made', { processAdd: leaks() }, ...wizardToTheEnd.slice(0, 4)],
  [
    'setup/source/lookForDevices.ts',
    'devices that cannot be looked for',
    { skillsReload: leaks() },
    ({ dispatch }) => dispatch(wizard.wizardOpened({ channel: CHANNEL, name: 'Studio' })),
    ({ dispatch }) => dispatch(devicesWanted()),
  ],
  [
    'setup/source/probeSource.ts',
    'a port in use, of which nobody says whether it is',
    {
      processes: ({ id: requestedId, filter } = {}) =>
        requestedId === id && filter === 'state' ? leaks()() : [taking],
    },
    ({ dispatch }) => dispatch(sourceEditor.actions.opened({ channel: CHANNEL })),
    ({ dispatch }) => dispatch(probeRequested('video')),
  ],
  ['shared/processDetails/saga.ts', 'details refused', { process: leaks() }, (s) => s.dispatch(detailsOpened(id))],
  [
    'shared/processDetails/saga.ts',
    'a report refused',
    {},
    ({ dispatch }) => dispatch(detailsOpened(id)),
    ({ core }) => vi.spyOn(core, 'process').mockRejectedValue(new CoreError(500, LEAK, [LEAK])),
    ({ dispatch }) => dispatch(reportRequested({ id, output: null })),
  ],
  [
    'live/ingest/runCommand.ts',
    'a start refused',
    { processCommand: leaks() },
    (s) => s.dispatch(ingestStartRequested(CHANNEL)),
  ],
  [
    'setup/egress/updatePublications.ts',
    'publications unread that have to go along with their channel',
    {
      processes: ({ reference, filter } = {}) =>
        reference && filter === 'config,metadata,state'
          ? leaks()()
          : [{ ...process(id), metadata: { [METADATA_KEY]: { ...metadata, streams: streams.slice(0, 1) } } }],
    },
    ...wizardToTheEnd,
  ],
  ['shared/editor/editorSagas.ts', 'a publication unread', {}, unreadable, ...publicationSave.slice(0, 1)],
  ['shared/editor/editorSagas.ts', 'a publication refused', { processAdd: leaks() }, ...publicationSave],
  [
    'setup/publicationForm/saga.ts',
    'a first recording refused',
    { processAdd: leaks() },
    ({ dispatch }) => dispatch(channelOpened(CHANNEL)),
    ({ dispatch }) => dispatch(recordingRequested(CHANNEL)),
  ],
  [
    'live/hold/followHolds.ts',
    'an order refused',
    { processes: () => [process(id), holding], memWrite: leaks() },
    ({ dispatch }) => dispatch(channelOpened(CHANNEL)),
    ({ dispatch }) => dispatch(holdOrdered({ channel: CHANNEL, wanted: 'slate' })),
  ],
  [
    'setup/holdRelease/releaseHolds.ts',
    'a publication that cannot be released',
    { processes: () => [process(id), { ...holding, config: holdConfig }], processUpdate: leaks() },
    ({ dispatch }) => dispatch(channelOpened(CHANNEL)),
    ({ dispatch }) => dispatch(holdReleased(CHANNEL)),
  ],
  [
    'setup/slate/slateImage.ts',
    'a first standby image that cannot be stored',
    { diskWrite: leaks() },
    ...publicationSave.slice(0, -1),
    ({ dispatch, getState }) => {
      const { publicationForm } = getState();
      if (publicationForm.status !== 'open') return;
      const { control } = publicationForm.draft;
      const source = { source: 'hls+memfs' as const, hold: true as const };
      dispatch(form.publicationChanged({ control: { ...control, source } }));
    },
    ({ dispatch }) => dispatch(form.publicationSaveRequested()),
  ],
  [
    'live/publication/runPublicationCommand.ts',
    'a switch refused',
    { processCommand: leaks() },
    ({ dispatch }) => dispatch(channelOpened(CHANNEL)),
    ({ dispatch }) => dispatch(publicationSwitched({ id: publication, on: true })),
  ],
  [
    'setup/settings/saga.ts',
    'settings unread',
    {},
    ({ core }) => vi.spyOn(core, 'config').mockRejectedValue(new CoreError(500, LEAK, [LEAK])),
    ({ dispatch }) => dispatch(settings.settingsOpened()),
  ],
  ...[400, 404, 409, 500].map(
    (code): Row => [
      'setup/settings/saveProblem.ts',
      `settings refused with ${code}`,
      { configSet: leaks(code) },
      ...settingsSave,
    ],
  ),
  [
    'setup/settings/saveProblem.ts',
    'fields of the settings refused',
    { configSet: leaks(409, { 'rtmp.app': [LEAK] }) },
    ...settingsSave,
  ],
  [
    'shared/editor/editorSagas.ts',
    'a website unread',
    {},
    ({ core }) => vi.spyOn(core, 'metadataAll').mockRejectedValue(new CoreError(500, LEAK, [LEAK])),
    ({ dispatch }) => dispatch(website.websiteOpened()),
  ],
  ['shared/editor/editorSagas.ts', 'a website refused', { metadataSet: leaks() }, ...websiteSave],
  [
    'setup/website/websitePreview/saga.ts',
    'a preview that cannot be made',
    {},
    ({ dispatch }) => dispatch(website.websiteOpened()),
    ({ core }) => vi.spyOn(core, 'processes').mockRejectedValue(new CoreError(500, LEAK, [LEAK])),
    ({ dispatch }) => dispatch(previewOpened()),
  ],
  [
    'setup/website/saga.ts',
    'a template that cannot be deleted',
    { diskDelete: leaks() },
    ({ dispatch }) => dispatch(website.websiteOpened()),
    ({ dispatch }) => dispatch(website.templateDeleted('mine')),
  ],
  ['shared/restart/saga.ts', 'a restart refused', { configReload: leaks() }, (s) => s.dispatch(restartRequested())],
  ['shared/editor/editorSagas.ts', 'a player unread', {}, unreadable, playerOpen],
  [
    'shared/editor/editorSagas.ts',
    'a player refused',
    { processMetadataSet: leaks() },
    playerOpen,
    ({ dispatch }) => dispatch(playerSaveRequested()),
  ],
  [
    'setup/image/uploadImage.ts',
    'a logo unread',
    {},
    playerOpen,
    ({ dispatch }) =>
      dispatch(
        playerImagePicked({
          image: 'logo',
          file: Object.assign(new File([], 'logo.gif'), { arrayBuffer: () => Promise.reject(new Error(LEAK)) }),
        }),
      ),
  ],
  [
    'shared/editor/editorSagas.ts',
    'a logo refused',
    { diskWrite: leaks() },
    playerOpen,
    ({ dispatch }) => dispatch(playerImagePicked({ image: 'logo', file: gif })),
    ({ dispatch }) => dispatch(playerSaveRequested()),
  ],
  ['live/publishPages/updatePlayerPages.ts', 'pages refused', { diskWrite: leaks() }, ...wizardToTheEnd],
  [
    'setup/pageRenewal/saga.ts',
    'old pages that cannot be renewed',
    {
      diskFiles: () => [{ name: `/${CHANNEL}.html`, size_bytes: 1 }],
      diskWrite: ({ path }) => (path.endsWith('.html') ? leaks()() : 'OK'),
    },
    ({ dispatch }) => dispatch(pagesWatched()),
    ({ dispatch }) => dispatch(renewalRequested()),
  ],
  [
    'live/publishPages/saga.ts',
    'the website of a channel refused',
    { diskWrite: leaks() },
    ({ dispatch }) => dispatch(pagesOutdated(null)),
  ],
  [
    'live/publishPages/updateWebsite.ts',
    'a template that is broken',
    {
      ...template({ template: 'mine' }),
      diskFiles: () => [{ name: '/playersite/templates/mine.html' }],
      diskRead: () => `{{#each ${LEAK}`,
    },
    ({ dispatch }) => dispatch(pagesOutdated(null)),
  ],
  [
    'live/channel/fetchChannelStatus.ts',
    'an ingest and a publication that failed',
    {
      processes: () =>
        [id, publication].map((name) => ({
          ...process(name),
          state: { order: 'start', exec: 'failed', runtime_seconds: 1, last_logline: LEAK },
        })),
    },
    ({ dispatch }) => dispatch(channelOpened(CHANNEL)),
  ],
  [
    'setup/preflight/saga.ts',
    'a check before going live that cannot be made',
    {},
    ({ core }) => vi.spyOn(core, 'processes').mockRejectedValue(new CoreError(500, LEAK, [LEAK])),
    ({ dispatch }) => dispatch(preflightRequested(CHANNEL)),
  ],
  [
    'live/pushAddress/saga.ts',
    'a stream key that cannot be changed',
    {},
    ({ core }) => vi.spyOn(core, 'processes').mockRejectedValue(new CoreError(500, LEAK, [LEAK])),
    ({ dispatch }) => dispatch(pushKeyChangeConfirmed(CHANNEL)),
  ],
  [
    'setup/encoderSpeedup/saga.ts',
    'an encoding that cannot be changed',
    {},
    ({ dispatch }) => dispatch(speedupsRequested(CHANNEL)),
    ({ core }) => vi.spyOn(core, 'processes').mockRejectedValue(new CoreError(500, LEAK, [LEAK])),
    ({ dispatch }) => dispatch(speedupsChosen({ channel: CHANNEL, kinds: ['preset'] })),
  ],
  [
    'setup/settings/addressChange/saga.ts',
    'a channel that cannot follow the settings',
    {
      processUpdate: leaks(),
      processes: () => [
        { ...process(id), config: { id, input: [{ id: 'in', address: 'rtmp://localhost/live/x' }], output: [] } },
      ],
    },
    ...settingsSave,
    ({ dispatch }) => dispatch(moveConfirmed('later')),
  ],
  [
    'setup/mediaFile/saga.ts',
    'a file that the core does not take',
    { diskWrite: leaks() },
    ({ dispatch }) => dispatch(sourceEditor.actions.opened({ channel: CHANNEL })),
    ({ dispatch }) => dispatch(filePicked({ channel: CHANNEL, type: 'audio', file: new File(['ID3'], 'song.mp3') })),
  ],
  [
    'setup/encoderTrial/runTrialJobs.ts',
    'encoders that cannot be tested',
    { processes: leaks() },
    ({ dispatch }) => dispatch(trialOpened()),
    ({ dispatch }) => dispatch(trialRequested({ of: 'encoders', confirmed: false })),
  ],
  [
    'setup/encoderTrial/runTrialJobs.ts',
    'an ffmpeg that cannot be tried',
    { processes: leaks() },
    ({ dispatch }) => dispatch(trialRequested({ of: 'ffmpeg', confirmed: false })),
  ],
  [
    'setup/agent/saga.ts',
    'an agent that says one',
    {},
    ({ dispatch }) => {
      vi.stubGlobal('fetch', leakingAgent);
      dispatch(agentAddressChecked('http://agent.test'));
    },
  ],
  ...(
    [
      ['agentScreens/alarms/saga.ts', 'alarms that cannot be asked for', []],
      [
        'agentScreens/alarms/alarmAgent.ts',
        'a silence that cannot be stored',
        [silenceRequested({ channel: null, publication: null, until: 2e12 })],
      ],
      [
        'agentScreens/alarms/receiverForm/saga.ts',
        'a receiver that cannot be loaded',
        [receiverEditor.actions.opened({ id: 'a', kind: '' })],
      ],
      ['agentScreens/tokens/saga.ts', 'tokens that cannot be asked for', [tokensOpened()]],
      ['agentScreens/schedule/saga.ts', 'schedules that cannot be asked for', [scheduleOpened()]],
      [
        'agentScreens/schedule/scheduleAgent.ts',
        'a rule that cannot be switched',
        [ruleSwitched({ id: 'a', on: true })],
      ],
      [
        'agentScreens/schedule/ruleForm/saga.ts',
        'a rule that cannot be stored',
        [ruleEditor.actions.opened({ id: null, channel: null }), ruleEditor.actions.saveRequested()],
      ],
      ['agentScreens/alarms/rulesForm/saga.ts', 'rules that cannot be loaded', [rulesEditor.actions.opened('rules')]],
    ] as const
  ).map(
    ([file, title, actions]): Row => [
      file,
      title,
      { about: () => anAbout({ extensions: ['agent'] }) },
      (store) => {
        const problem = { type: 'about:blank', title: 'T', status: 500, detail: LEAK };
        const headers = { 'content-type': 'application/problem+json' };
        vi.stubGlobal('fetch', async () => new Response(JSON.stringify(problem), { status: 500, headers }));
        store.open([agentScreens]);
        store.dispatch(agentShown());
      },
      ({ dispatch }) => dispatch(alarmsOpened()),
      ...actions.map(
        (action) =>
          ({ dispatch }: TestStore) =>
            dispatch(action),
      ),
    ],
  ),
  [
    'setup/agent/lookAtViewers.ts',
    'a look that the agent cannot take',
    {},
    ({ dispatch }) => {
      vi.stubGlobal('fetch', leakingAgent);
      const access: AgentAccess = { status: 'away', address: 'http://agent.test', why: maskText('') };
      dispatch(agentSeen({ access, at: 0 }));
      dispatch(lookRequested(publication));
    },
  ],
  [
    'setup/agentHistory/saga.ts',
    'a history that cannot be read',
    {},
    ({ dispatch }) => {
      vi.stubGlobal('fetch', leakingAgent);
      const access: AgentAccess = { status: 'away', address: 'http://agent.test', why: maskText('') };
      dispatch(agentSeen({ access, at: 0 }));
      const request = { subject: 'core', from: 0, to: 60, points: 6 };
      dispatch(historyWanted({ subject: 'core', choice: { kind: 'hour', at: 1_700_000_000 }, weekday: 1 }));
      dispatch(historyFileRequested({ name: 'history.csv', request }));
    },
  ],
  [
    'setup/httpsCheck/saga.ts',
    'HTTPS that cannot be checked',
    {},
    ({ dispatch }) => dispatch(settings.settingsOpened()),
    ({ core }) => vi.spyOn(core, 'config').mockRejectedValue(new CoreError(500, LEAK, [LEAK])),
    ({ dispatch }) => dispatch(httpsCheckRequested()),
  ],
  [
    'setup/rendition/saga.ts',
    'encodings that cannot be brought together',
    {},
    ({ dispatch }) => dispatch(renditionsOpened(CHANNEL)),
    ({ core }) => vi.spyOn(core, 'processes').mockRejectedValue(new CoreError(500, LEAK, [LEAK])),
    ({ dispatch }) => dispatch(encodeOnceRequested({ channel: CHANNEL, ids: twins.map((twin) => twin.id) })),
  ],
  [
    'setup/rendition/shareEncoding.ts',
    'a publication that cannot share an encoding',
    { ...twinsAndRendition(), processUpdate: leaks() },
    ({ dispatch }) => dispatch(renditionsOpened(CHANNEL)),
    ({ dispatch }) => dispatch(encodeOnceRequested({ channel: CHANNEL, ids: twins.map((twin) => twin.id) })),
  ],
  [
    'setup/slate/saga.ts',
    'a standby image that cannot be stored',
    { diskWrite: leaks() },
    ({ dispatch }) => dispatch(slateOpened(CHANNEL)),
    ({ dispatch }) => dispatch(slateSaveRequested()),
  ],
  [
    'live/publication/startStopRenditions.ts',
    'a rendition that cannot be started',
    { processes: () => [process(id), ...shared], processCommand: leaks() },
    ({ dispatch }) => dispatch(channelOpened(CHANNEL)),
  ],
  [
    'versions/revision/saga.ts',
    'earlier versions that cannot be read',
    { processes: (args) => (args?.filter === 'config,metadata,state' ? leaks()() : [process(id)]) },
    ({ dispatch }) => dispatch(versionsOpened(CHANNEL)),
  ],
  [
    'setup/bundle/applyPlan.ts',
    'an import whose step fails',
    { metadataSet: leaks() },
    ({ runSaga, dispatch }) =>
      performSaga({ runSaga }, () => applyPlan(importPlan, () => {})).then(({ failure }) =>
        dispatch(restartFailed(failure?.reason ?? '')),
      ),
  ],
  [
    'setup/bundle/undoImport.ts',
    'an import that cannot be taken back',
    { diskFiles: leaks() },
    ({ runSaga, dispatch }) =>
      performSaga({ runSaga }, () => undoImport({ done: [], failure: null, pages: [] })).then((undone) =>
        dispatch(restartFailed(undone.status === 'failed' ? undone.reason : '')),
      ),
  ],
  [
    'moving/bundleExport/saga.ts',
    'an installation that cannot be read for an export',
    { diskFiles: leaks() },
    (store) => store.open([moving]),
    ({ dispatch }) => dispatch(exportOpened()),
  ],
  [
    'moving/bundleImport/saga.ts',
    'a file that cannot be read for an import',
    {},
    (store) => store.open([moving]),
    ({ dispatch }) => {
      const arrayBuffer = async () => leaks()();
      dispatch(importFilePicked(Object.assign(new File([''], 'export.json'), { arrayBuffer })));
    },
  ],
  [
    'setup/clone/saga.ts',
    'a channel that cannot be duplicated',
    { diskFiles: leaks() },
    ({ dispatch }) => dispatch(cloneRequested({ channel: CHANNEL, name: 'Second stage' })),
  ],
  [
    'gate/notice/slice.ts',
    'a name that holds one',
    {},
    ({ dispatch }) => dispatch(noticed('success', 'The channel {{0}} has been deleted', LEAK)),
  ],
];

describe('an error message with secrets', () => {
  it.each(ways)('is masked before an operator can see it in %s: %s', async (_, __, refused, ...steps) => {
    const store = openStore({ core: theCore(refused) });
    for (const step of [({ dispatch }: TestStore) => dispatch(sessionStarted()), ...steps]) {
      step(store);
      // The publication form is a lazily loaded chunk.
      await vi.dynamicImportSettled();
      await vi.advanceTimersByTimeAsync(300);
    }
    await vi.advanceTimersByTimeAsync(700);
    const stateText = JSON.stringify(store.getState());
    store.stop();
    expect(SECRETS.filter((secret) => stateText.includes(secret))).toEqual([]);
    // The message must have been shown at all.
    expect(stateText).toContain(MARK);
  });

  it('is tested for every file that shows an error message', () => {
    const showing = readdirSync('src/features', { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        /\.tsx?$/.test(file) &&
        !file.includes('.test.') &&
        /\breason(Of|Value)\(error\)/.test(readFileSync(`src/features/${file}`, 'utf8')),
    );
    expect([...new Set(ways.map(([file]) => file))]).toEqual(expect.arrayContaining(showing));
  });
});

describe('an error in the store', () => {
  /** Secrets that only the full masking rules detect. */
  const OTHERS = ['-user_agent "Ana Pereira"', 'Server error: stream abcd1234efgh is in use'].join(', ');
  const refuse = () => new CoreError(500, `${LEAK}, ${OTHERS}`, [LEAK, OTHERS]);

  it('is masked before and after the live wing is loaded, then by the full rules', async () => {
    const about = vi.fn(aStrangersAbout);
    const { host, browser } = aHost({ core: theCore({ about }) });
    const store = createStore({ host, browser, mask: maskNamedSecrets });
    const shown = () => {
      store.dispatch(noticed('error', 'Failed: {{0}}', LEAK));
      store.dispatch(noticed('error', 'Failed ({{0}})', reasonValue(refuse())));
      const stateText = `${JSON.stringify(store.getState())}${reasonText(LEAK, (text) => text)}`;
      expect(stateText).toContain(MARK);
      return stateText;
    };
    const before = shown();
    expect(SECRETS.filter((secret) => before.includes(secret))).toEqual([]);
    about.mockImplementation(() => anAbout());
    store.dispatch(sessionStarted());
    await vi.advanceTimersByTimeAsync(300);
    expect(store.getState()).toHaveProperty('channel');
    const after = shown();
    expect([...SECRETS, 'Ana Pereira', 'abcd1234efgh'].filter((secret) => after.includes(secret))).toEqual([]);
    store.stop();
  });
});
