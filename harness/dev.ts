import { mkdir, rm } from 'node:fs/promises';
import { context, type Plugin } from 'esbuild';
import { options } from '../esbuild.config.ts';
import { finish } from './tools/build/buildInterface.ts';
import { unmarkBuilt } from './tools/build/sourceFingerprint.ts';
import { freePort } from './tools/launch/ports.ts';
import { requireFreePorts, serve } from './tools/launch/serve.ts';
import { settingsOf, welcome } from './tools/launch/settings.ts';
import { runVerb } from './tools/launch/userError.ts';

/** Writes index.html with a script that reloads the page on esbuild's change events. */
const pageAfterEachBuild = (eventsPort: number): Plugin => ({
  name: 'page',
  setup: ({ onEnd }) =>
    onEnd(async ({ metafile, errors }) => {
      if (!metafile || errors.length > 0) return;
      const events = `http://127.0.0.1:${eventsPort}/esbuild`;
      await finish(
        metafile,
        `<script>new EventSource('${events}').addEventListener('change',()=>location.reload())</script>`,
      );
    }),
});

await runVerb(async () => {
  const settings = settingsOf(process.env);
  await requireFreePorts({ ...settings, folder: '.run' });
  await unmarkBuilt();
  await rm(options.outdir, { recursive: true, force: true });
  await mkdir(options.outdir);
  const eventsPort = await freePort();
  const builder = await context({
    ...options,
    minify: false,
    define: { ...options.define, __SLUICE_DEV__: 'true' },
    plugins: [...options.plugins, pageAfterEachBuild(eventsPort)],
  });
  await builder.rebuild();
  await builder.watch();
  await builder.serve({ host: '127.0.0.1', port: eventsPort, cors: { origin: '*' } });
  try {
    await serve({
      ...settings,
      folder: '.run',
      ready: async (core) => {
        process.stdout.write(
          `${welcome(settings, (await core.about()).auths.length > 0)}The page reloads when a source changes.\n`,
        );
      },
    });
  } finally {
    await builder.dispose();
  }
});
