import { buildImages, type ImageBases, prepareBases } from './buildImages.ts';
import { type Engine, openEngine } from './engine.ts';

export type Images = { kind: 'built'; environment: Record<string, string> } | { kind: 'no engine'; reason: string };

export interface Preparation {
  /** Resolves when no background work is left; never rejects. */
  readonly settled: Promise<unknown>;
  /** Builds the images; rejects if the build fails although there is an engine. */
  images(): Promise<Images>;
  stop(): Promise<void>;
}

type Begun = { engine: Engine; ready: Promise<ImageBases> } | { reason: string };

/** Starts the slow work that needs none of our code. `asked`: an engine is installed if possible. */
export function prepareImages(print: (line: string) => void, { asked }: { asked: boolean }): Preparation {
  const startedAt = performance.now();
  const elapsed = () => `${((performance.now() - startedAt) / 1000).toFixed(0)} s`;
  const started = openEngine({ here: true, asked }).then(
    (engine): Begun => ({ engine, ready: prepareBases(engine, print) }),
    (error: Error): Begun => ({ reason: error.message }),
  );
  const settled = started
    .then((result) => ('ready' in result ? result.ready : null))
    .then(
      (ready) => print(ready === null ? 'no engine' : `an engine runs, and the bases are there, after ${elapsed()}`),
      // Reported where it is awaited.
      () => {},
    );
  let built: Promise<Images> | null = null;
  const build = async (): Promise<Images> => {
    const result = await started;
    if ('reason' in result) return { kind: 'no engine', reason: result.reason };
    for (const line of await buildImages(result.engine, await result.ready, print)) print(line);
    return { kind: 'built', environment: result.engine.environment };
  };
  return {
    settled,
    images: () => {
      built ??= build();
      return built;
    },
    async stop() {
      const result = await started;
      if ('engine' in result) await result.engine.stop();
    },
  };
}
