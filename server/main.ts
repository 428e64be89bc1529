import { AGENT, agentProgramOf } from './agent/agentArgument.ts';
import { RELAY } from './srt/relayArgument.ts';
import { messageOf, stackOf } from './util/errorMessage.ts';

/** A little longer than the 5 s that ffmpeg has to exit. */
const STOP_PATIENCE_MS = 6_000;

const print = (line: string): void => {
  process.stderr.write(`${line}\n`);
};
// Nobody else may write to its files. ffmpeg inherits this.
process.umask(process.umask() | 0o002);
// A lost reader of the log must not end a stream.
process.stderr.on('error', () => undefined);

async function start(): Promise<void> {
  // Set first, so that a stop during the start releases everything opened so far.
  let requestedCode: number | null = null;
  let end = (code: number): void => {
    requestedCode ??= code;
  };
  process.once('SIGTERM', () => end(0));
  process.once('SIGINT', () => end(0));

  const { openCore } = await import('./core.ts');
  const core = await openCore(process.env, { print, program: process.argv[1] ?? '', onEnd: () => end(1) });

  const logFault = (error: unknown) =>
    core.log.write('error', 'Core', 'Unexpected fault', {
      error: stackOf(error),
    });
  process.on('unhandledRejection', logFault);
  process.on('uncaughtException', logFault);

  end = (code) => {
    setTimeout(() => process.exit(1), STOP_PATIENCE_MS).unref();
    core.stop().then(
      () => process.exit(code),
      (error: unknown) => {
        logFault(error);
        process.exit(1);
      },
    );
  };
  if (requestedCode !== null) end(requestedCode);
}

/** Loads the relay only; the whole program would take a third more memory. */
async function relay(): Promise<void> {
  const { runRelay } = await import('./srt/relayProcess.ts');
  await runRelay();
}

async function agent(): Promise<void> {
  const program = agentProgramOf(process.argv[1] ?? '');
  process.argv[1] = program;
  await import(program);
}

const PROGRAMS: Readonly<Record<string, () => Promise<void>>> = { [RELAY]: relay, [AGENT]: agent };

// No top-level await, because the bundle (harness/tools/build/server.ts) is a CommonJS script.
(PROGRAMS[process.argv[2] ?? ''] ?? start)().catch((error: unknown) => {
  print(`sluice core: ${messageOf(error)}`);
  process.exit(1);
});
