import { runVerb } from '../tools/launch/userError.ts';
import { buildImages, prepareBases } from './buildImages.ts';
import { describeEngine, describeRemains, openEngine } from './engine.ts';

const print = (line: string) => {
  process.stdout.write(`${line}\n`);
};

await runVerb(async () => {
  print('Looking for Docker; it is installed if there is none ...');
  const engine = await openEngine({ here: false, asked: true });
  print(describeEngine(engine));
  try {
    const lines = await buildImages(engine, await prepareBases(engine, print), print);
    for (const line of lines) print(line);
  } finally {
    await engine.stop();
  }
  for (const line of describeRemains(engine)) print(line);
});
