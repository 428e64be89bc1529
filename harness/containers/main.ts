import { runVerb } from '../tools/launch/userError.ts';
import { buildImages, prepareBases } from './buildImages.ts';
import { openEngine } from './engine.ts';

const say = (line: string) => {
  process.stdout.write(`${line}\n`);
};

await runVerb(async () => {
  const engine = await openEngine({ here: false, asked: true });
  try {
    const lines = await buildImages(engine, await prepareBases(engine, say));
    for (const line of lines) say(line);
    if (engine.folder !== null) {
      say(`Docker was not running, so it was started for this build and stopped again. To start it with these images:`);
      say(`  sudo dockerd --data-root ${engine.folder}`);
    }
  } finally {
    await engine.stop();
  }
});
