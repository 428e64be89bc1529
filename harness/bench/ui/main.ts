import * as z from 'zod';
import { coreUnderTest } from '../../core/coreUnderTest.ts';
import { ensureBuilt } from '../../tools/build/ensureBuilt.ts';
import { requireFfmpeg } from '../../tools/launch/requireFfmpeg.ts';
import { runVerb, UserError } from '../../tools/launch/userError.ts';
import { loadNow, machine } from '../machine.ts';
import { writePart } from '../writeReportPart.ts';
import { measureFirstVisit, measurePresses, slowPhone } from './firstVisit.ts';
import { serveInterface } from './interfaceServer.ts';
import { channelPage, measureOpenPages, multiview, visitOnce } from './measureOpenPages.ts';
import { figuresOf, type Note, tableOf } from './performanceBudgetTable.ts';
import { watchStartup } from './playerPageStartup.ts';
import { hasPlayer, seedChannel, seedChannels, seedPlayerPage, seedPublications } from './seed.ts';

const Variables = z.object({
  VISITS: z.coerce.number('VISITS must be a number').int().min(1).max(99).default(5),
  WINDOW: z.coerce.number('WINDOW must be a number').int().min(5).max(600).default(60),
  MARKDOWN: z.string().optional(),
});

const USER = { name: 'admin', password: 'bench-secret' };
const PLAYERS = [
  ['videojs-public', 'Video.js'],
  ['clappr', 'Clappr'],
] as const;
/** The last number is a large installation. */
const PUBLICATIONS = [50, 300] as const;
const CHANNELS = 12;

await runVerb(async () => {
  const read = Variables.safeParse(Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== '')));
  if (!read.success) throw new UserError(read.error.issues.map(({ message }) => message).join('. '));
  const { VISITS: rounds, WINDOW: seconds, MARKDOWN } = read.data;
  await requireFfmpeg();
  await ensureBuilt();

  const notes: { row: string; value: number }[] = [];
  const note: Note = (row, value) => {
    notes.push({ row, value });
    process.stderr.write(`${row}: ${value.toFixed(3)}\n`);
  };
  const before = loadNow();
  const servers: { close(): Promise<void> }[] = [];
  const core = await coreUnderTest(USER);
  try {
    const [gzip, raw] = [await serveInterface('dist', core.url, 'gzip'), await serveInterface('dist', core.url, 'raw')];
    servers.push(gzip, raw);
    const api = await core.api();
    await seedChannel(api);
    await visitOnce({ ...gzip, user: USER, hasWritten: () => hasPlayer(api) });
    // Alternates, so that other load affects both.
    for (let round = 1; round <= rounds; round++) {
      await measureFirstVisit({ ...gzip, delivery: 'gzip', user: USER, note });
      await measureFirstVisit({ ...raw, delivery: 'raw', user: USER, note });
    }
    for (let round = 1; round <= rounds; round++) {
      await slowPhone({ ...gzip, delivery: 'gzip', note });
      await slowPhone({ ...raw, delivery: 'raw', note });
    }
    for (let round = 1; round <= rounds; round++) await measurePresses({ ...gzip, user: USER, note });
    for (const [type, player] of PLAYERS) {
      const address = await seedPlayerPage(api, core.url, type);
      for (let round = 1; round <= rounds; round++) {
        await watchStartup({ address, player, slow: false, note });
        await watchStartup({ address, player, slow: true, note });
      }
    }
    await measureOpenPages({ ...gzip, user: USER, ...channelPage(0), seconds, note });
    let there = 0;
    for (const publications of PUBLICATIONS) {
      await seedPublications(api, publications, there);
      there = publications;
      await measureOpenPages({ ...gzip, user: USER, ...channelPage(publications), seconds, note });
    }
    await seedChannels(api, CHANNELS);
    await measureOpenPages({ ...gzip, user: USER, ...multiview(CHANNELS), seconds, note });
  } finally {
    for (const server of servers) await server.close();
    await core.dispose();
  }

  const figures = figuresOf(notes);
  const conditions = `${machine}; load average ${before} before, ${loadNow()} after; medians of ${rounds} visits with a fresh profile, windows of ${seconds} s.`;
  const report = `${conditions}\n\n${tableOf(figures)}`;
  if (MARKDOWN !== undefined) await writePart(MARKDOWN, 'interface', report);
  process.stdout.write(`\n${report}`);
  const failed = figures.filter(({ verdict }) => verdict === 'FAILED').map(({ row }) => row);
  if (failed.length > 0) throw new UserError(`Over the bar: ${failed.join('; ')}.`);
});
