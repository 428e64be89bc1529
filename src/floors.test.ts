import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Feature } from './features/wing.ts';
import { type Floor, faultsOf, type Import, ringsOf } from './floors.ts';

const KNOWLEDGE = ['src/api', 'src/media', 'src/catalog', 'src/viewer', 'src/i18n/msg.ts'];
const STORE = ['@reduxjs/toolkit', 'redux-saga', 'typed-redux-saga'];
const REACT = ['react', 'react-dom', 'react-redux', 'react-i18next', 'react-router-dom'];

/** Wings in order: each may import the ones before it. Within a wing, rooms may import each other without cycles. */
const WINGS: readonly (readonly [wing: string, why: string])[] = [
  ['gate', 'is in the first script'],
  ['shared', 'serves live and setup'],
  ['live', 'is loaded after the login'],
  ['setup', 'is loaded with the first form'],
  ['versions', 'is loaded with the screen of earlier versions, its recorder with the first save'],
  ['agentScreens', 'is loaded with the first screen of the agent'],
  ['moving', 'is loaded with the screen of exports and imports'],
];

const wings: readonly Floor[] = WINGS.map(([wing, why], at) => ({
  room: `src/features/${wing}`,
  may: [...KNOWLEDGE, 'src/features/wing.ts', ...WINGS.slice(0, at).map(([before]) => `src/features/${before}`)],
  packages: [...STORE, 'minisearch'],
  shown: { may: ['src/ui', 'src/i18n'], packages: REACT },
  why: `${why}: a wing imports only those before it`,
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
    packages: ['zod', 'semver', 'croner', 'fflate', '@noble'],
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
    may: ['src/catalog', 'src/i18n', 'src/viewer', 'src/media/masking/maskedText.ts', 'src/media/run/pageClock.ts'],
    packages: [
      'react',
      'react-dom',
      'react-i18next',
      'react-router-dom',
      'i18next',
      'minisearch',
      'video.js',
      '@mui/material',
      '@fontsource-variable',
      'uplot',
    ],
    why: 'looks only: no store, no core; what it shows of a core is masked',
  },
  ...wings,
  { room: 'src/features/wing.ts', may: [], packages: ['@reduxjs/toolkit'], why: 'the form of the cards' },
  {
    room: 'src/headless',
    may: ['src/features', ...KNOWLEDGE],
    packages: [...STORE, 'node:', 'zod'],
    why: 'the whole application without a page: no screens, no ui',
  },
  {
    room: 'src/headlessPackage.ts',
    may: ['src/headless', 'src/headless.ts'],
    packages: ['node:'],
    why: 'the entry of the package for programs',
  },
  {
    room: 'src/headless.ts',
    may: ['src/headless', 'src/features', 'src/api', 'src/media/masking'],
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
    may: ['src', 'agent/receivers/receiverKinds.ts', 'harness/test/testing/machineSlowness.ts'],
    packages: ['vitest', '@testing-library', ...REACT],
    why: 'stands in for a core and a browser in tests',
  },
  { room: 'src/floors.ts', may: [], packages: [], why: 'the rule itself' },
  { room: 'src/vocabulary.ts', may: [], packages: [], why: 'the rule of names' },
  {
    room: 'agent',
    may: [
      ...['src/api', 'src/media', 'src/catalog/serviceFacts', 'src/i18n/format.ts', 'src/i18n/msg.ts'],
      'package.json',
    ],
    packages: ['node:', 'fastify', 'ipaddr.js', 'nodemailer', 'prom-client', 'zod', 'vitest'],
    why: 'a program that watches: knowledge and the contract, no store and no core',
  },
  {
    room: 'server',
    may: ['src/api', 'agent/agentMessages.ts', 'agent/metricsToken.ts'],
    packages: [
      'node:',
      '@peculiar/x509',
      'acme-client',
      'fastify',
      'ipaddr.js',
      'jose',
      'koffi',
      'prom-client',
      're2js',
      'zod',
      'vitest',
    ],
    why: 'a core of its own: it shares only the contract with the interface',
  },
  {
    room: 'harness',
    may: ['src', 'agent', 'server', 'harness/streams', 'assets', 'package.json', 'esbuild.config.ts'],
    packages: [
      'node:',
      'zod',
      'esbuild',
      'fast-check',
      'fflate',
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
    packages: ['node:', '@peculiar/x509'],
    why: 'test sources: they know ffmpeg and nothing of ours',
  },
  {
    room: 'e2e',
    may: [
      'harness',
      'src/api',
      'src/media',
      'src/viewer',
      'src/features/setup/publicationForm/fixtures',
      // The README pictures need a recorded history.
      'src/features/live/timeline/timelineRegistry.ts',
      'src/headless/storage.ts',
    ],
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
  [...text.matchAll(SPECIFIER)].map(([, single, other]) => {
    const to = single ?? other ?? '';
    return { from, to: to.startsWith('.') ? path.posix.join(path.posix.dirname(from), to) : to };
  }),
);

const roomsIn = (root: string) => (file: string) => {
  const [name = ''] = file.slice(root.length + 1).split('/');
  return file.startsWith(`${root}/`) ? `${root}/${name}` : null;
};
const CUT_INTO_ROOMS = ['src/media', 'src/catalog', 'server', ...WINGS.map(([wing]) => `src/features/${wing}`)];

/** Cycles of rooms, type imports included; each cycle once. */
function knotsIn(root: string): string[][] {
  const roomOf = roomsIn(root);
  const between = imports.flatMap(({ from, to }) => {
    const [a, b] = [roomOf(from), roomOf(to)];
    return a !== null && b !== null && a !== b ? [{ from: a, to: b }] : [];
  });
  return ringsOf([...new Set(between.flatMap(({ from, to }) => [from, to]))], between);
}

describe('imports between rooms', () => {
  it('are found', () => expect(imports.length).toBeGreaterThan(1500));
  it('only go down', () => expect(faultsOf(floors, sources, tracked, imports)).toEqual([]));
  it('have no cycle of files, type imports included', () => expect(ringsOf(sources, imports)).toEqual([]));
  it.each(CUT_INTO_ROOMS)('have no cycle of rooms in %s', (root) => expect(knotsIn(root)).toEqual([]));
  it('are only defined for existing rooms', () =>
    expect(
      floors.filter(
        ({ room }) =>
          !sources.some((file) => file === room || file.startsWith(`${room}/`) || file.startsWith(`${room}.`)),
      ),
    ).toEqual([]));
});

describe('the wings of features', () => {
  const cards = WINGS.flatMap(([wing]) =>
    [
      ...new Set(
        sources.filter((file) => file.startsWith(`src/features/${wing}/`)).map(roomsIn(`src/features/${wing}`)),
      ),
    ].flatMap((room) => {
      const card = `${room}/feature.ts`;
      const stateful = sources.some((file) => file.startsWith(`${room}/`) && /\/(slice|saga)\.ts$/.test(file));
      return room !== null && (stateful || sources.includes(card)) ? [{ wing, room, card }] : [];
    }),
  );

  it('contain rooms with state', () => expect(cards.length).toBeGreaterThan(40));

  it.each(cards)('list the feature of $room, whose state keys are its folder names', async ({ wing, room, card }) => {
    const name = path.posix.basename(room);
    const exported: Record<string, Feature> = await import(path.resolve(card));
    expect(Object.keys(exported)).toEqual([`${name}Feature`]);
    const { [`${name}Feature`]: feature } = exported;
    const listed: Record<string, readonly Feature[]> = await import(path.resolve(`src/features/${wing}/index.ts`));
    expect(listed[wing]).toContain(feature);
    const folders = new Set(
      sources.map((file) => path.posix.dirname(file)).filter((folder) => `${folder}/`.startsWith(`${room}/`)),
    );
    const names = [...folders].map((folder) => path.posix.basename(folder));
    expect(Object.keys(feature?.reducers ?? {}).filter((key) => !names.includes(key))).toEqual([]);
  });
});
