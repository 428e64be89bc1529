import { runVerb } from '../tools/launch/userError.ts';
import { buildImages, prepareBases } from './buildImages.ts';
import { describeEngine, describeRemains, openEngine } from './engine.ts';

const say = (line: string) => {
  process.stdout.write(`${line}\n`);
};

await runVerb(async () => {
  say('Looking for Docker; it is installed if there is none ...');
  const engine = await openEngine({ here: false, asked: true });
  say(describeEngine(engine));
  try {
    const lines = await buildImages(engine, await prepareBases(engine, say), say);
    for (const line of lines) say(line);
  } finally {
    await engine.stop();
  }
  for (const line of describeRemains(engine)) say(line);
});
