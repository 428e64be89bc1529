import {
  applyDecoder,
  encodingFor,
  INGEST_CODECS,
  preselectCoders,
} from '../../../../src/catalog/coders/chooseCoders.ts';
import { decoders } from '../../../../src/catalog/coders/decoders.ts';
import { knownEncoders } from '../../../../src/catalog/coders/index.ts';
import publications from '../../../../src/catalog/fixtures/recorded-publications.json' with { type: 'json' };
import { services } from '../../../../src/catalog/services/index.ts';
import { sources } from '../../../../src/catalog/sources/index.ts';
import installed from '../../../../src/features/fixtures/recorded-channels.json' with { type: 'json' };
import { profileFound } from '../../../../src/features/setup/source/applyProbe.ts';
import { parseTestedEncoders, storedResults } from '../../../../src/media/encoding/encoderTestResults.ts';
import { parseFfmpegTrial, storedFfmpegTrial } from '../../../../src/media/encoding/ffmpegTrialResult.ts';
import { cleanProfile, emptySource, inputsAndOutputs, isComplete } from '../../../../src/media/encoding/profile.ts';
import { emptyStream } from '../../../../src/media/encoding/streams.ts';
import { HEALING_RULE_IDS, isHealingFigure } from '../../../../src/media/healing/healingRules.ts';
import { parseHealing, storedHealingOf } from '../../../../src/media/healing/healingSettings.ts';
import { healingIn, storeHealing } from '../../../../src/media/healing/storeHealing.ts';
import { parseBackupSettings, storeBackupSettings } from '../../../../src/media/hold/backupSettings.ts';
import { parseHoldSettings, storeHoldSettings } from '../../../../src/media/hold/holdSettings.ts';
import { parseLookSettings, storeLookSettings } from '../../../../src/media/look/lookSettings.ts';
import { egressProcess } from '../../../../src/media/process/egress.ts';
import { ingestProcess } from '../../../../src/media/process/ingest.ts';
import {
  parseEgressMetadata,
  parseGlobalMetadata,
  parseIngestMetadata,
  parseRenditionMetadata,
  storedAs,
} from '../../../../src/media/stored/metadata.ts';
import { parseFollowUp, parseSaveNote } from '../../../../src/media/stored/unfinishedSave.ts';
import { historyAt, parseHistory, parseKept, storedHistory } from '../../../../src/media/timeline/storedHistory.ts';
import { channelForViewers } from '../../../../src/viewer/player/channelForViewers.ts';
import { playerConfig } from '../../../../src/viewer/player/config.ts';
import { parsePlayerSettings } from '../../../../src/viewer/player/settings.ts';
import { parseWebsiteSettings } from '../../../../src/viewer/website/settings.ts';
import { type Json, json, record, text } from '../kinds.ts';
import { must, mustEqual } from '../must.ts';
import { target } from '../target.ts';
import { CHANNEL, network, skills } from './exampleCore.ts';

/** Converts imported JSON, which has literal types, to any JSON. */
const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value));
const ingests = installed.map(({ ingest }) => plain(ingest.metadata));
const [firstIngest = null] = ingests;

/** Parsing again changes nothing, and unknown stored fields remain. */
function isRead(parse: (raw: unknown) => unknown, raw: Json) {
  const read = parse(raw);
  mustEqual(parse(plain(read)), read, 'read again it is another');
  const storedTargets = storedAs(parse, raw);
  if (storedTargets.status === 'readable' && typeof raw === 'object' && raw !== null && !Array.isArray(raw)) {
    const data: unknown = storedTargets.metadata;
    for (const key of Object.keys(raw)) {
      must(key === '__proto__' || (typeof data === 'object' && data !== null && key in data), () => `${key} is lost`);
    }
  }
  return read;
}

const metadata = target({
  name: 'stored: what is kept with channels',
  reads: [
    'src/media/stored/metadata.ts',
    'src/media/stored/storedSchemas.ts',
    'src/media/encoding/profile.ts',
    'src/media/process/ingest.ts',
    'src/media/process/egress.ts',
  ],
  kind: json,
  examples: [
    firstIngest,
    ...ingests,
    { version: 1, playersite: { title: 'x' } },
    { version: '1.2.0', outputs: [{ address: 'a', options: [] }], name: 'x' },
  ],
  bounds: { msPerKb: 20, growTo: 128 * 1024, outputBase: 40_000, output: 60 },
  run(raw) {
    isRead(parseGlobalMetadata, raw);
    isRead(parseEgressMetadata, raw);
    isRead(parseRenditionMetadata, raw);
    isRead(parseIngestMetadata, raw);
    const ingest = parseIngestMetadata(raw);
    const [profile] = ingest.profiles;
    const cleaned = cleanProfile(ingest.sources, profile);
    mustEqual(cleanProfile(ingest.sources, cleaned), cleaned, 'cleaned again it is another');
    for (const option of inputsAndOutputs(ingest.sources, cleaned).options)
      must(typeof option === 'string', 'an option is no text');
    const process = ingestProcess({ channel: CHANNEL, metadata: ingest, network });
    must((process === null) === !isComplete(ingest.sources, profile), 'a process without a picture');
    const egress = parseEgressMetadata(raw);
    const sent = egressProcess({
      channel: CHANNEL,
      service: 'rtmp',
      uuid: CHANNEL,
      metadata: egress,
      streams: ingest.streams,
    });
    const [video = emptySource(), audio = emptySource()] = ingest.sources;
    for (const type of ['video', 'audio'] as const)
      profileFound(type, { video, audio, profile }, ingest.streams, { skills, accepted: INGEST_CODECS });
    preselectCoders(profile, ingest.streams, { video: ['h264'], audio: ['aac'] }, skills);
    return [process, sent];
  },
  findings: [
    {
      input: {
        control: { hls: { segmentDuration: 1e308 } },
        profiles: [{ video: { encoder: { coder: 'copy' }, source: 0, stream: 0 } }],
        sources: [{ inputs: [null], streams: [{ type: 'video' }] }],
      },
      why: 'the age of files was Infinity',
    },
  ],
});

const pages = target({
  name: 'stored: player and website',
  reads: [
    'src/viewer/player/settings.ts',
    'src/viewer/player/hexColor.ts',
    'src/viewer/website/settings.ts',
    'src/viewer/player/channelForViewers.ts',
    'src/viewer/player/config.ts',
  ],
  kind: record<{ meta: Json; player: Json; site: Json }>({ meta: json, player: json, site: json }),
  examples: [
    {
      meta: firstIngest,
      player: { autoplay: true, logo: { image: 'x', position: 'top-left', link: 'https://a.example' } },
      site: { title: 'x', bgcolor_header: '#fff', channel_list: ['a'] },
    },
    { meta: {}, player: {}, site: { titel: 'x', textcolor_titel: 'rgba(1,2,3,.5)' } },
  ],
  bounds: { msPerKb: 20, growTo: 128 * 1024, outputBase: 40_000, output: 60 },
  run({ meta, player, site }) {
    mustEqual(
      parsePlayerSettings(plain(parsePlayerSettings(player))),
      parsePlayerSettings(player),
      'read again it is another',
    );
    const settings = parseWebsiteSettings(site);
    mustEqual(parseWebsiteSettings(plain(settings)), settings, 'read again it is another');
    const colors = Object.entries(settings).filter(([name]) => /color/.test(name) && name in parseWebsiteSettings({}));
    for (const [name, color] of colors) must(/^[#a-z0-9(),.%\s/+-]+$/.test(String(color)), () => `${name} is ${color}`);
    const config = playerConfig(
      channelForViewers(CHANNEL, { ...parseIngestMetadata(meta), player: parsePlayerSettings(player) }),
    );
    for (const address of [config.logo.link, config.logo.image, config.poster]) {
      must(!/^\s*(javascript|data|vbscript):/i.test(address), () => `${address} is an address`);
    }
    return config;
  },
  findings: [],
});

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
const fieldsOf = (value: Json): Record<string, Json> =>
  typeof value === 'object' && value !== null && !isList(value) ? { ...value } : {};

const forms = target({
  name: 'stored: settings of services, sources and coders',
  reads: [
    'src/catalog/form/fieldValues.ts',
    'src/catalog/form/defineCatalogEntry.ts',
    'src/catalog/services/helpers/joinStreamKey.ts',
    'src/catalog/coders/index.ts',
    'src/catalog/coders/chooseCoders.ts',
  ],
  kind: json,
  examples: [
    { stream_key: 'k', server: 'rtmp://a.example/app', options: {}, protocol: 'rtmp://', address: 'a.example/live' },
    ...publications.map(({ settings }) => plain(settings)),
    {
      address: 'rtsp://a.example/x',
      rtsp: { udp: true },
      mode: 'pull',
      username: 'u',
      password: 'p',
      source: 'sine',
      frequency: 440,
      bitrate: '4096',
      fps: '25',
      preset: 'ultrafast',
      filter_graph: 'scale=1:1',
    },
  ],
  bounds: { msPerKb: 20, growTo: 8192, outputBase: 60_000, output: 200 },
  run(raw) {
    const settings = fieldsOf(raw);
    const isText = (word: unknown) => must(typeof word === 'string', () => `${String(word)} is an argument`);
    const results: unknown[] = [];
    for (const service of services) {
      const context = { channel: CHANNEL, meta: { name: 'n', description: 'd' }, streams: [emptyStream], skills };
      const outputs = service.outputs(settings, context);
      for (const { address, options } of outputs) [address, ...options].forEach(isText);
      service.faults(settings, context);
      service.secrets(settings).forEach(isText);
      results.push(outputs);
    }
    for (const source of sources) {
      const context = { ffmpeg: skills.ffmpeg, network, skills };
      const inputs = source.inputs(settings, context);
      for (const { address, options } of inputs) [address, ...options].forEach(isText);
      source.faults(settings, context);
      source.ready(settings, context);
      results.push(inputs);
    }
    for (const type of ['video', 'audio'] as const) {
      for (const { id } of knownEncoders[type])
        encodingFor(type, id, settings, emptyStream, skills.ffmpeg)?.mapping.forEach(isText);
      for (const { id } of decoders[type])
        applyDecoder(type, id, settings, emptyStream, skills.ffmpeg)?.mapping.forEach(isText);
    }
    return results;
  },
  findings: [
    {
      input: { address: 'rtsp://a', username: '\ud800', stream_key: '\ud800' },
      why: 'half a sign broke the whole form',
    },
  ],
});

const saves = target({
  name: 'stored: saves that are under way',
  reads: ['src/media/stored/unfinishedSave.ts'],
  kind: json,
  examples: [
    { at: 0, process: { id: 'a', input: [], output: [] }, before: null, after: {} },
    ...installed.map(({ ingest }) => ({
      at: 1_700_000_000_000,
      process: plain(ingest.config),
      before: { note: 'of another program' },
      after: { 'restreamer-ui': plain(ingest.metadata) },
    })),
  ],
  bounds: { msPerKb: 20, growTo: 128 * 1024, outputBase: 40_000, output: 60 },
  run(raw) {
    const note = parseSaveNote(raw);
    mustEqual(parseSaveNote(note === null ? null : plain(note)), note, 'read again it is another');
    return note;
  },
  findings: [],
});

const rests = target({
  name: 'stored: what saves have left to do',
  reads: ['src/media/stored/unfinishedSave.ts'],
  kind: json,
  examples: [
    { at: 0, channel: '', what: 'website', before: null },
    ...installed.map(({ ingest }) => ({
      at: 1_700_000_000_000,
      channel: ingest.config.reference,
      what: 'ingest',
      before: plain(ingest.metadata),
    })),
  ],
  bounds: { msPerKb: 20, growTo: 128 * 1024, outputBase: 40_000, output: 60 },
  run(raw) {
    const note = parseFollowUp(raw);
    mustEqual(parseFollowUp(note === null ? null : plain(note)), note, 'read again it is another');
    return note;
  },
  findings: [],
});

const holdSettings = target({
  name: 'stored: settings of a hold',
  reads: ['src/media/hold/holdSettings.ts'],
  kind: json,
  examples: [
    { version: 1, hold: { limitMinutes: 5, card: { text: 'Back soon', theme: 'light' } } },
    {
      version: 1,
      alarms: [1],
      hold: { limitMinutes: null, backup: 'b', card: { text: '', theme: 'dark', font: 'f' } },
    },
    { version: 2, hold: {} },
  ],
  bounds: { msPerKb: 20, growTo: 128 * 1024, outputBase: 40_000, output: 60 },
  run(raw) {
    const settings = parseHoldSettings(raw);
    if (settings === 'newer') return settings;
    const { limitMinutes } = settings;
    must(limitMinutes === null || (limitMinutes >= 1 && limitMinutes <= 1440), () => `${limitMinutes} minutes`);
    const stored = storeHoldSettings(raw, settings);
    mustEqual(parseHoldSettings(plain(stored)), settings, 'read again it is another');
    return stored;
  },
  findings: [],
});

const PUBLICATION = 'restreamer-ui:egress:rtmp:a';

const healing = target({
  name: 'stored: what is done if a publication hangs',
  reads: ['src/media/healing/healingSettings.ts', 'src/media/healing/storeHealing.ts'],
  kind: json,
  examples: [
    {
      version: 1,
      healing: {
        [PUBLICATION]: {
          ...{ gap: { on: true, figure: 5 }, planned: { on: true, figure: 12, later: 1 } },
          quiet: { from: '22:00', to: '06:00', zone: 'Europe/Berlin' },
        },
      },
    },
    { version: 1, hold: {}, healing: { [PUBLICATION]: { stalled: { on: true, figure: 30 }, mostPerHour: 2 } } },
    { version: 2, healing: {} },
  ],
  bounds: { msPerKb: 20, growTo: 128 * 1024, outputBase: 40_000, output: 60 },
  run(raw) {
    const choice = parseHealing(raw, PUBLICATION);
    if (choice === 'newer') return choice;
    for (const id of HEALING_RULE_IDS)
      must(isHealingFigure(id, choice.rules[id].figure), () => `${id} after ${choice.rules[id].figure}`);
    const own = storedHealingOf(healingIn(raw, PUBLICATION), choice);
    const stored = storeHealing(raw, PUBLICATION, own, [PUBLICATION]);
    mustEqual(parseHealing(plain(stored), PUBLICATION), choice, 'read again it is another');
    return stored;
  },
  findings: [],
});

const backups = target({
  name: 'stored: backup sources of a channel',
  reads: ['src/media/hold/backupSettings.ts'],
  kind: json,
  examples: [
    { version: 1, backup: { sources: [{ id: 1, name: 'Second', mode: 'warm', encode: false }] } },
    { version: 1, backup: { sources: [{ id: 2, mode: 'demand', encode: true }, { id: 9 }, null] }, hold: {} },
    { version: 2, backup: {} },
  ],
  bounds: { msPerKb: 20, growTo: 128 * 1024, outputBase: 40_000, output: 60 },
  run(raw) {
    const sources = parseBackupSettings(raw);
    must(sources.length <= 3, () => `${sources.length} backups`);
    const stored = storeBackupSettings(raw, sources);
    mustEqual(parseBackupSettings(plain(stored)), sources, 'read again they are others');
    return stored;
  },
  findings: [],
});

const lookSettings = target({
  name: 'stored: looks at a channel',
  reads: ['src/media/look/lookSettings.ts'],
  kind: json,
  examples: [
    { version: 1, look: { on: true, everySeconds: 60, later: 'x' } },
    { version: 1, hold: {}, look: { on: false, everySeconds: 1e9 } },
    { version: 2, look: { on: true } },
  ],
  bounds: { msPerKb: 20, growTo: 128 * 1024, outputBase: 40_000, output: 60 },
  run(raw) {
    const { everySeconds } = parseLookSettings(raw);
    must(everySeconds >= 10 && everySeconds <= 600, () => `every ${everySeconds} s`);
    const stored = storeLookSettings(raw, { on: true });
    must(parseLookSettings(plain(stored)).on, 'what was switched on stays on');
    return stored;
  },
  findings: [],
});

const VERSIONS = { core: '16.14.0', ffmpeg: '5.1.9' };

const testedEncoders = target({
  name: 'stored: what was found out of encoders',
  reads: ['src/media/encoding/encoderTestResults.ts'],
  kind: json,
  examples: [
    {
      version: 1,
      encoders: {
        libx264: {
          ...{ at: 1_700_000_000_000, ...VERSIONS, works: true, cause: '', line: '' },
          sizes: [{ height: 720, speed: 3.2, cpu: 0.4 }],
        },
        h264_vaapi: { at: 0, core: '', ffmpeg: '', works: false, cause: 'hardware-missing', line: 'No VA', sizes: [] },
      },
    },
  ],
  bounds: { msPerKb: 20, growTo: 128 * 1024, outputBase: 40_000, output: 60 },
  run(raw) {
    const tested = parseTestedEncoders(raw, VERSIONS);
    mustEqual(parseTestedEncoders(plain(storedResults(tested)), VERSIONS), tested, 'read again it is another');
    return tested;
  },
  findings: [],
});

const ffmpegTrial = target({
  name: 'stored: what ffmpeg refused',
  reads: ['src/media/encoding/ffmpegTrialResult.ts'],
  kind: json,
  examples: [
    {
      version: 1,
      trial: {
        ...{ at: 1_700_000_000_000, ...VERSIONS, done: 12, all: 40, spellings: { frameMode: 'before' } },
        absent: ['enhancedRtmp'],
        refused: [
          { kind: 'encoder', name: 'libvpx', setting: null, line: "Unknown encoder 'libvpx'" },
          { kind: 'source', name: 'virtualvideo', setting: { key: 'source', value: 'life' }, line: 'No such filter' },
        ],
      },
    },
  ],
  bounds: { msPerKb: 20, growTo: 128 * 1024, outputBase: 40_000, output: 60 },
  run(raw) {
    const trial = parseFfmpegTrial(raw, VERSIONS);
    if (trial)
      mustEqual(parseFfmpegTrial(plain(storedFfmpegTrial(trial)), VERSIONS), trial, 'read again it is another');
    return trial;
  },
  findings: [],
});

const NOW = 1_700_000_000_000;
const STORED = JSON.stringify({
  from: NOW / 1000 - 600,
  cleared: 0,
  subjects: ['source', CHANNEL],
  names: { [CHANNEL]: 'Venue B' },
  events: [
    ['s', 1, 'failing', 100, 168, 1, 'key-refused'],
    ['s', 0, 'away', 200, 260, 2, null],
    ['d', 1, 'stop', 0, 300],
    ['p', 0, 120, 12],
    ['c', 400, 'h264 1920×1080', 'h264 1280×720'],
  ],
  watched: [[0, 590]],
});

const day = target({
  name: 'stored: what happened with a channel for a day',
  reads: ['src/media/timeline/storedHistory.ts'],
  kind: text({ words: ['["s",', '["d",', '],[', '1e999', '-1', 'null', '__proto__', '"live"'], most: 8192 }),
  examples: [STORED, '', '{"from":0,"subjects":[],"events":[]}', JSON.stringify([CHANNEL, 'b'])],
  bounds: { msPerKb: 20, growTo: 8192, outputBase: 40_000, output: 60 },
  run(raw) {
    const history = historyAt(parseHistory(raw), NOW);
    must(parseKept(raw).length <= 200, 'too many channels');
    const reread = historyAt(parseHistory(storedHistory(history, NOW, 1_000_000)), NOW);
    mustEqual(reread, history, 'read again it is another');
    must(storedHistory(history, NOW, 2000).length <= 2000, 'it has no room');
    for (const event of history.events) must(event.at <= NOW + 60_000, 'it is of the future');
    return history;
  },
  findings: [],
});

export const storedTargets = [
  metadata,
  pages,
  forms,
  saves,
  rests,
  testedEncoders,
  ffmpegTrial,
  holdSettings,
  healing,
  backups,
  lookSettings,
  day,
];
