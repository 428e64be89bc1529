import { runVerb } from '../launch/userError.ts';
import { openEngine } from './engine.ts';
import { buildImages, prepareGround } from './images.ts';

const say = (line: string) => {
  process.stdout.write(`${line}\n`);
};

await runVerb(async () => {
  const engine = await openEngine({ here: false, asked: true });
  try {
    const lines = await buildImages(engine, await prepareGround(engine, say));
    for (const line of lines) say(line);
    if (engine.folder !== null) {
      say(`No engine was running: one was started for this, and it is stopped again. Start it with these images by`);
      say(`  sudo dockerd --data-root ${engine.folder}`);
    }
  } finally {
    await engine.stop();
  }
});
