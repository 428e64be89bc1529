import { createProcesses } from '../../../../server/process/index.ts';
import { processesDeps } from '../../../../server/process/testing.ts';

/** Adds processes until it is killed, and prints each acknowledged id. */
const processes = await createProcesses(processesDeps(process.argv[2] ?? ''));

async function write(name: string): Promise<never> {
  for (let count = 0; ; count += 1) {
    const id = `${name}${count}`;
    await processes.add({ id, autostart: false, input: [{ address: 'in' }], output: [{ address: '-' }] });
    await processes.metadata.setOfProcess(id, 'k', id);
    process.stdout.write(`${id}\n`);
  }
}

await Promise.all(['a', 'b', 'c'].map(write));
