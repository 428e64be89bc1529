import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Floor, faultsOf, type Import, ringsOf } from './floors.ts';

const KNOWLEDGE = ['src/api', 'src/media', 'src/catalog', 'src/viewer', 'src/i18n/msg.ts'];
const GATE_TYPES = [
  'notice/slice.ts',
  'session/actions.ts',
  'session/slice.ts',
  'session/fetchCoreInfo.ts',
  'session/auth0Tenants.ts',
  'connection/slice.ts',
];
const STORE = ['@reduxjs/toolkit', 'redux-saga', 'typed-redux-saga'];
const REACT = ['react', 'react-dom', 'react-redux', 'react-i18next', 'react-router-dom'];

/** From the ground up: a room of features may import the ones before it, and of the last five none another. */
const FEATURES: readonly (readonly [room: string, why: string])[] = [
  ['runtime/uuid.ts', 'bytes become an id'],
  ['runtime/host.ts', 'what the sagas touch beyond the store: of the store it knows the state of the gate'],
  ['notice', 'a word to the operator: everybody may say one, it knows nobody'],
  ['runtime/catchSagaErrors.ts', 'an error becomes a notice'],
  ['runtime/nullOnCoreError.ts', 'what the core does not tell is null, and no error'],
  ['session', 'who is logged in, at which core'],
  ['connection', 'whether the core answers'],
  ['restart', 'the core comes back with another life: session and connection are told'],
  ['polling', 'how often each thing is asked for, and which of them are on the screen'],
  ['runtime/poll.ts', 'asks again and again while it makes sense: session and connection say when'],
  ['runtime/readCoreLog.ts', 'what the core itself has logged, where it may be read'],
  ['runtime/withTemporaryProcess.ts', 'a process that is stored for a moment, and always removed'],
  ['runtime/probe.ts', 'asks ffmpeg what there is at an address'],
  ['saving/readProcess.ts', 'one way to read what is stored with a process'],
  ['saving/saveJournal.ts', 'a save that somebody had to leave is finished by whoever comes next'],
  ['saving/omitUnsafeStaleTimeout.ts', 'a process that this core could not see going on is not watched'],
  ['saving/saveProcess.ts', 'one way to write a process and what is stored with it'],
  ['editor/rebaseDraft.ts', 'what two people made of the same draft, and both put together'],
  ['editor/createEditor.ts', 'one life for every form'],
  ['editor/editSagas.ts', 'from press to word: load, save, ask where others were faster, leave'],
  ['editor/EditConflictDialog.tsx', 'what others made of an open form, and whose it is to be'],
  ['editor/tabsWithFaults.ts', 'which field stands on which tab of an editor'],
  ['editor/EditorPage.tsx', 'what every editor shows: waits, failures, the way out, the buttons'],
  ['preference', 'what this browser remembers of its operator'],
  ['ffmpegNotice', 'that nobody has run this ffmpeg with what is written here'],
  ['openCore', 'that a core has no login, and nothing here can give it one'],
  ['openRtmp', 'that strangers can publish, where nothing keeps them from it'],
  ['updates', 'whether there is a newer release, where somebody wants it to be asked'],
  ['process', 'one process of the core in detail'],
  ['channel', 'the channels there are, and the states of their processes'],
  ['admission', 'a core that lets us in: looked at behind the gate, its channels found'],
  ['channelList/slice.ts', 'which channels are on the screen beside the one in view'],
  ['status', 'what the core has reported of the channels, each fact once, and why a process failed'],
  ['channelList/unpolledSelectedChannel.ts', 'the channel of the header, while no page shows it'],
  ['resource', 'what the core uses up'],
  ['viewerPages', 'what viewers get on the disk of the core'],
  ['coder', 'choosing an encoder and filters, wherever something is encoded'],
  ['encoderTrial', 'what the encoders of this machine can do, and what this ffmpeg refuses'],
  ['egress', 'what a publication makes of its channel, and how it goes along when that changes'],
  ['streamInspector/slice.ts', 'what is seen in the stream: the preview adds its delay'],
  ['streamInspector/previewFileCache.ts', 'what the preview has fetched: the source panel reads it'],
  ['ingest', 'the source of the channel in view'],
  ['saving/resumeSaves.ts', 'what a save has left to do is done by whoever comes next'],
  ['streamInspector', 'what is in the stream of the channel in view, and how it sounds'],
  ['channelInfo', 'what a channel tells of itself, wherever that is entered'],
  ['mediaFile', 'a file that a source plays again and again: sent, prepared, tidied up'],
  ['source', 'where video and audio come from: probed, coded, edited; the wizard asks the same in steps'],
  ['encoderSpeedup', 'settings that make the encoder of a channel faster, offered and applied'],
  ['publication/list', 'publications of a channel: on, off, why not'],
  ['timeline/slice.ts', 'what is written down of the channels: who says how well it goes asks since when'],
  ['verdict', 'one sentence of all that is known of a channel: its source, its publications, the core, the machine'],
  ['channelList', 'all channels at once: looked at now and then, and judged as the one in view is'],
  ['alarm', 'rings when something goes from good to bad, on any channel, also where nobody looks'],
  ['multiview', 'all channels at once, and what is wrong with which'],
  ['timeline', 'what happened with the channels: written down of what is seen anyway'],
  ['publication/form', 'one publication is set up; the list knows nothing of it'],
  ['publication', 'its saga: list and form, one after the other'],
  ['preflight', 'what will go wrong is said before a channel goes live: asked when somebody asks'],
  ['httpsCheck', 'why HTTPS does not come, where somebody asks'],
  ['edgeKit', 'edges in front of this core: how many, their files, whether they answer'],
  ['rendition', 'what several publications encode alike is encoded once'],
  ['wizard', 'a channel is set up'],
  ['channelSettings', 'a channel that is set up is changed, live if need be'],
  ['player', 'the player that viewers get is set up'],
  ['website', 'the website that viewers get is set up'],
  ['settings', 'the core is set up'],
];
const EDITORS = ['publication', 'wizard', 'channelSettings', 'player', 'website', 'settings'];

const isEditor = (room: string) => EDITORS.includes(room.split('/')[0] ?? '');
const belongTogether = (a: string, b: string) => !isEditor(a) || !isEditor(b) || a.split('/')[0] === b.split('/')[0];

const features: readonly Floor[] = FEATURES.map(([room, why], i) => ({
  room: `src/features/${room}`,
  may: [
    ...KNOWLEDGE,
    ...(room === 'runtime/host.ts' ? GATE_TYPES.map((file) => `src/features/${file}`) : []),
    ...FEATURES.slice(0, i).flatMap(([below]) => (belongTogether(room, below) ? [`src/features/${below}`] : [])),
  ],
  packages: STORE,
  shown: { may: ['src/ui', 'src/i18n'], packages: REACT },
  why: `${why}. Rooms of features import those before them in the table, and none of the editors another`,
}));

const floors: readonly Floor[] = [
  {
    room: 'src/api',
    may: ['src/i18n/msg.ts'],
    packages: ['zod'],
    why: 'the contract: nothing of ours but words for what went wrong, no framework',
  },
  {
    room: 'src/media',
    may: ['src/api', 'src/i18n/msg.ts'],
    packages: ['zod', 'semver'],
    why: 'knowledge of live video, pure: no catalog, store, network or React',
  },
  {
    room: 'src/catalog',
    may: ['src/api', 'src/media', 'src/i18n/msg.ts'],
    packages: [],
    why: 'data and pure functions: no store, no network, no React',
  },
  { room: 'src/i18n', may: ['assets/locales'], packages: ['i18next', 'react-i18next'], why: 'a wing of its own' },
  {
    room: 'src/viewer',
    may: ['src/media', 'src/api/processIds.ts', 'src/i18n/msg.ts'],
    packages: [
      'zod',
      'handlebars',
      'video.js',
      'videojs-vtt.js',
      '@clappr/core',
      '@clappr/plugins',
      '@clappr/hlsjs-playback',
      'hls.js',
    ],
    why: 'what viewers get: media, process ids and msg only',
  },
  {
    room: 'src/ui',
    may: ['src/catalog', 'src/i18n', 'src/viewer', 'src/media/masking/maskedText.ts'],
    packages: [
      'react',
      'react-dom',
      'react-i18next',
      'react-router-dom',
      'i18next',
      'video.js',
      '@mui/material',
      '@fontsource-variable',
    ],
    why: 'looks only: no store, no core; what it shows of a core is masked',
  },
  ...features,
  {
    room: 'src/features/gate/index.ts',
    may: ['src/features/gate/session', 'src/features/gate/connection', 'src/features/gate/notice'],
    packages: STORE,
    why: 'what is there before the login, and nothing else: it is in the first script',
  },
  {
    room: 'src/features/gate/store.ts',
    may: ['src/features/gate/index.ts', 'src/features/gate/host/host.ts'],
    packages: STORE,
    why: 'the gate is there from the start; the features are handed to it',
  },
  {
    room: 'src/features/runtime/lazyFormSagas.ts',
    may: ['src/features'],
    packages: STORE,
    why: 'the sagas that need the whole catalog; they come with the first form, in one chunk',
  },
  {
    room: 'src/features/runtime/ffmpegTrialChunk.ts',
    may: ['src/features'],
    packages: STORE,
    why: 'the trial of ffmpeg; it comes when somebody asks for it, in one chunk',
  },
  {
    room: 'src/features/setup/index.ts',
    may: ['src/features'],
    packages: STORE,
    why: 'the list of all features; they come after the login, in one chunk',
  },
  {
    room: 'src/headless',
    may: ['src/features', ...KNOWLEDGE],
    packages: [...STORE, 'node:', 'zod'],
    why: 'the whole application without a page: no screens, no ui',
  },
  {
    room: 'src/headless.ts',
    may: ['src/headless', 'src/features', 'src/api'],
    packages: STORE,
    why: 'what others may import of it',
  },
  {
    room: 'src/screens',
    may: ['src/features', 'src/ui', 'src/i18n', ...KNOWLEDGE],
    packages: [...REACT, '@reduxjs/toolkit'],
    why: 'compose features; do not know the shell around them',
  },
  {
    room: 'src/app',
    may: ['src/screens', 'src/features', 'src/ui', 'src/i18n', ...KNOWLEDGE],
    packages: [...REACT, '@auth0/auth0-spa-js', '@mui/material', 'dompurify', 'zod'],
    why: 'the shell: everything below it, nothing of Node',
  },
  {
    room: 'src/main.tsx',
    may: ['src/app', 'src/features', 'src/ui', 'src/i18n'],
    packages: REACT,
    why: 'the first script: puts host, store and shell together',
  },
  {
    room: 'src/testing',
    may: ['src', 'harness/test/testing/machineSlowness.ts'],
    packages: ['vitest', '@testing-library', ...REACT],
    why: 'stands in for a core and a browser in tests',
  },
  { room: 'src/floors.ts', may: [], packages: [], why: 'the rule itself' },
  { room: 'src/vocabulary.ts', may: [], packages: [], why: 'the rule of names' },
  {
    room: 'server',
    may: ['src/api'],
    packages: ['node:', 'fastify', 'jose', 'prom-client', 're2js', 'zod', 'vitest'],
    why: 'a core of its own: it shares only the contract with the interface',
  },
  {
    room: 'harness',
    may: ['src', 'server', 'harness/streams', 'assets', 'package.json', 'esbuild.config.ts'],
    packages: [
      'node:',
      'zod',
      'esbuild',
      'fast-check',
      'marked',
      'testcontainers',
      'vitest',
      '@playwright/test',
      'i18next-cli',
      'yaml',
    ],
    why: 'the tools around the product: they may know all of it',
  },
  {
    room: 'harness/test/accepts',
    may: [
      'src/api',
      'src/media',
      'src/catalog',
      'harness/tools/launch',
      'harness/streams',
      'harness/test/testing/machineSlowness.ts',
    ],
    packages: ['node:'],
    why: 'has a real ffmpeg run what the catalog makes: knowledge and test sources, nothing that remembers or shows',
  },
  {
    room: 'harness/streams',
    may: ['harness/tools/launch', 'harness/test/testing/machineSlowness.ts'],
    packages: ['node:'],
    why: 'test sources: they know ffmpeg and nothing of ours',
  },
  {
    room: 'e2e',
    may: ['harness', 'src/api', 'src/media', 'src/viewer', 'src/features/publication/form'],
    packages: ['node:', 'zod', '@playwright/test', '@axe-core/playwright', 'puppeteer-core'],
    why: 'journeys see what people see: of the interface only the contract, addresses and recorded data',
  },
  {
    room: 'vitest.config.ts',
    may: ['harness/test/testing'],
    packages: ['vitest'],
    why: 'how tests are run',
  },
  {
    room: 'esbuild.config.ts',
    may: ['package.json', 'harness/tools/build'],
    packages: ['esbuild'],
    why: 'how scripts are built',
  },
];

const SPECIFIER =
  /(?:^|[\s;])(?:import|export)\s+(?:type\s+)?(?:[\w*{][^;'"]*?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'/g;

const isTest = (file: string) => /\.(test|soak)\.tsx?$|\/testing[^/]*\.ts$|fixtures\//.test(file);

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8', maxBuffer: 2 ** 26 })
  .split('\n')
  .filter((file) => file !== '');
const sources = [...new Set(tracked)].filter((file) => /\.tsx?$/.test(file) && !isTest(file));
const texts = new Map(sources.map((file) => [file, readFileSync(file, 'utf8')] as const));

const imports: Import[] = [...texts].flatMap(([from, text]) =>
  [...text.matchAll(SPECIFIER)].map(([, one, other]) => {
    const to = one ?? other ?? '';
    return { from, to: to.startsWith('.') ? path.posix.join(path.posix.dirname(from), to) : to };
  }),
);

/** Sets: one file for each member, all of one form. */
const SETS = ['src/catalog/services', 'src/catalog/coders/encoders/video'];
/** With more files than this a directory is no room: a stranger does not find anything in it. */
const MOST_FILES = 25;

describe('the floors', () => {
  it('finds the imports', () => expect(imports.length).toBeGreaterThan(1500));
  it('hold: imports go down only', () => expect(faultsOf(floors, sources, tracked, imports)).toEqual([]));
  it('have no ring of files, types included', () => expect(ringsOf(sources, imports)).toEqual([]));
  it('names rooms that there are', () =>
    expect(
      floors.filter(
        ({ room }) =>
          !sources.some((file) => file === room || file.startsWith(`${room}/`) || file.startsWith(`${room}.`)),
      ),
    ).toEqual([]));
  it('have no directory of more than 25 files, but for sets', () => {
    const sizes = new Map<string, number>();
    for (const file of sources.filter((name) => !/\.(spec|container)\.ts$/.test(name)))
      sizes.set(path.posix.dirname(file), (sizes.get(path.posix.dirname(file)) ?? 0) + 1);
    const large = [...sizes].filter(([folder, size]) => size > MOST_FILES && !SETS.includes(folder));
    expect(large).toEqual([]);
  });
});
