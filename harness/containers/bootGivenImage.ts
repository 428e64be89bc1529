import * as z from 'zod';
import { runVerb, UserError } from '../tools/launch/userError.ts';
import { AGENT_HEADING, bootAgent } from './bootAgent.ts';
import { bootEdge, EDGE_HEADING } from './bootEdge.ts';
import { BOOT_HEADING, bootImage } from './bootImage.ts';
import { type Engine, openEngine } from './engine.ts';

const Variables = z.object({
  IMAGE: z.string('IMAGE is missing: the image to start'),
  PLATFORM: z.string().optional(),
});

/** Recognized by tag or local name; edge and agent have no channels. */
const isOf = (kind: 'edge' | 'agent', image: string) => new RegExp(`-${kind}(:[\\w.-]+)?$`).test(image);

async function tableOf(engine: Engine, image: string, platform: string | undefined): Promise<string[]> {
  if (isOf('edge', image)) return [...EDGE_HEADING, await bootEdge(image, platform)];
  if (isOf('agent', image)) return [...AGENT_HEADING, await bootAgent(image, platform)];
  return [...BOOT_HEADING, await bootImage(engine, image, platform)];
}

await runVerb(async () => {
  const variables = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  const read = Variables.safeParse(variables);
  if (!read.success) throw new UserError(read.error.issues.map(({ message }) => message).join('. '));
  const engine = await openEngine({ here: true, asked: true });
  try {
    const { IMAGE, PLATFORM } = read.data;
    Object.assign(process.env, engine.environment);
    const table = await tableOf(engine, IMAGE, PLATFORM);
    process.stdout.write(`${table.join('\n')}\n`);
  } finally {
    await engine.stop();
  }
});
