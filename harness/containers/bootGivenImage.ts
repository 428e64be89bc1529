import * as z from 'zod';
import { runVerb, UserError } from '../tools/launch/userError.ts';
import { bootEdge, EDGE_HEADING } from './bootEdge.ts';
import { BOOT_HEADING, bootImage } from './bootImage.ts';
import { openEngine } from './engine.ts';

const Variables = z.object({
  IMAGE: z.string('IMAGE is missing: the image to start'),
  /** Of an image for several machines. */
  PLATFORM: z.string().optional(),
});

/** By its tag, or by the name that it has here: there is no channel in it. */
const isEdge = (image: string) => /-edge(:[\w.-]+)?$/.test(image);

await runVerb(async () => {
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  const read = Variables.safeParse(given);
  if (!read.success) throw new UserError(read.error.issues.map(({ message }) => message).join('. '));
  const engine = await openEngine({ here: true, asked: true });
  try {
    const { IMAGE, PLATFORM } = read.data;
    Object.assign(process.env, engine.environment);
    const table = isEdge(IMAGE)
      ? [...EDGE_HEADING, await bootEdge(IMAGE, PLATFORM)]
      : [...BOOT_HEADING, await bootImage(engine, IMAGE, PLATFORM)];
    process.stdout.write(`${table.join('\n')}\n`);
  } finally {
    await engine.stop();
  }
});
