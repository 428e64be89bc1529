import * as z from 'zod';
import { runVerb, UserError } from '../launch/userError.ts';
import { BOOT_HEADING, boot } from './boot.ts';
import { openEngine } from './engine.ts';

const Variables = z.object({
  IMAGE: z.string('IMAGE is missing: the image to start'),
  /** Of an image for several machines. */
  PLATFORM: z.string().optional(),
});

await runVerb(async () => {
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  const read = Variables.safeParse(given);
  if (!read.success) throw new UserError(read.error.issues.map(({ message }) => message).join('. '));
  const engine = await openEngine({ here: true, asked: true });
  try {
    const row = await boot(engine, read.data.IMAGE, read.data.PLATFORM);
    process.stdout.write(`${[...BOOT_HEADING, row].join('\n')}\n`);
  } finally {
    await engine.stop();
  }
});
