import { writeFile } from 'node:fs/promises';
import * as z from 'zod';
import { loadNow, machine } from '../bench/machine.ts';
import { freePort } from '../tools/launch/ports.ts';
import { runVerb, UserError } from '../tools/launch/userError.ts';
import { ALL_IN_ONE, buildImages, EMBEDDED, prepareBases } from './buildImages.ts';
import { openEngine } from './engine.ts';
import { SluiceContainer } from './sluiceContainer.ts';

const Variables = z.object({
  ROUNDS: z.coerce.number('ROUNDS must be a number').int().min(1).max(99).default(5),
  MARKDOWN: z.string().optional(),
});

const print = (line: string) => {
  process.stderr.write(`${line}\n`);
};

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

interface Round {
  bootMs: number;
  stopMs: number;
  residentMb: number;
}

async function runRound(image: string): Promise<Round> {
  const port = await freePort();
  const running = await new SluiceContainer(image, port).withRtmpPort(await freePort()).start();
  const kib = await running.sh(
    "cat /proc/[0-9]*/status 2>/dev/null | awk '/^Name:/ {n=$2} /^VmRSS:/ && n !~ /^(sh|cat|awk|mawk)$/ {s+=$2} END {print s}'",
  );
  const { ms } = await running.stop();
  return { bootMs: running.bootMs, stopMs: ms, residentMb: (Number(kib) * 1024) / 1e6 };
}

await runVerb(async () => {
  const read = Variables.safeParse(Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== '')));
  if (!read.success) throw new UserError(read.error.issues.map(({ message }) => message).join('. '));
  const { ROUNDS, MARKDOWN } = read.data;
  const engine = await openEngine({ here: true, asked: true });
  try {
    const built = await buildImages(engine, await prepareBases(engine, print), print);
    for (const line of built) print(line);
    Object.assign(process.env, engine.environment);
    const before = loadNow();
    const rows: string[] = [];
    for (const image of [EMBEDDED, ALL_IN_ONE]) {
      const rounds: Round[] = [];
      for (let i = 0; i < ROUNDS; i++) rounds.push(await runRound(image));
      const valuesOf = (key: keyof Round) => rounds.map((round) => round[key]);
      const spread = (key: keyof Round) =>
        `${median(valuesOf(key)).toFixed(0)} (${Math.min(...valuesOf(key)).toFixed(0)} to ${Math.max(...valuesOf(key)).toFixed(0)})`;
      const bytes = Number(await engine.docker('image', 'inspect', image, '--format', '{{.Size}}'));
      const name = await engine.docker(
        'image',
        'inspect',
        image,
        '--format',
        '{{index .Config.Labels "org.opencontainers.image.base.name"}}',
      );
      rows.push(
        `| \`${image}\` on ${name.trim()} | ${Math.round(bytes / 1e6)} MB | ${spread('bootMs')} ms | ${spread('stopMs')} ms | ${spread('residentMb')} MB |`,
      );
    }
    const report = [
      `${machine}; load average ${before} before, ${loadNow()} after; medians of ${ROUNDS} new containers.`,
      '',
      '| image | size | start until core and interface answer | stop | memory |',
      '| ----- | ---- | ------------------------------------- | ---- | ------ |',
      ...rows,
      '',
    ].join('\n');
    if (MARKDOWN !== undefined) await writeFile(MARKDOWN, report);
    process.stdout.write(`\n${report}`);
  } finally {
    await engine.stop();
  }
});
