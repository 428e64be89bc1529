import { runVerb, UserError } from '../tools/launch/userError.ts';
import { BOOT_HEADING, bootImage } from './bootImage.ts';
import { buildFor } from './buildImages.ts';
import { MACHINES } from './emulatedMachines.ts';
import { describeEngine, describeRemains, openEngine } from './engine.ts';

const print = (line: string) => {
  process.stdout.write(`${line}\n`);
};

/** Builds and starts the embedded image for each emulated machine, or for MACHINE. */
await runVerb(async () => {
  const suffixFilter = process.env.MACHINE || null;
  const machines = MACHINES.filter(({ suffix }) => suffixFilter === null || suffix === suffixFilter);
  if (machines.length === 0)
    throw new UserError(`MACHINE must be one of ${MACHINES.map(({ suffix }) => suffix).join(', ')}.`);
  const engine = await openEngine({ here: true, asked: true });
  print(describeEngine(engine));
  try {
    const rows: string[] = [];
    for (const machine of machines) {
      const startedAt = performance.now();
      const image = await buildFor(engine, machine, print);
      print(`${image} was built in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
      rows.push(await bootImage(engine, image, machine.platform));
    }
    print([...BOOT_HEADING, ...rows].join('\n'));
  } finally {
    await engine.stop();
  }
  for (const line of describeRemains(engine)) print(line);
});
