import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { emulate, MACHINES } from '../../containers/emulatedMachines.ts';
import { ProgramFailure, runProgram } from '../../containers/runProgram.ts';
import { runVerb, UserError } from '../launch/userError.ts';
import { cardFiles, readSources } from './bootPartitionFiles.ts';
import { EXAMPLE_SETTINGS } from './cardSettings.ts';
import { setUpRootFileSystem } from './checkCardInDebian.ts';
import { machineFiles } from './machineFiles.ts';

const print = (line: string) => {
  process.stdout.write(`${line}\n`);
};

const isInstalled = (program: string) =>
  runProgram('sh', ['-c', `command -v ${program}`], { PATH: `${process.env.PATH}:/usr/sbin:/sbin` }).then(
    () => true,
    () => false,
  );

async function refusing(
  label: string,
  program: string,
  args: readonly string[],
  environment: Record<string, string> = {},
) {
  return runProgram(program, args, environment).catch((error: unknown) => {
    throw new UserError(`${label}: ${error instanceof ProgramFailure ? error.output : error}`);
  });
}

const ENVIRONMENT =
  'SLUICE_IMAGE=sluice:1\nSLUICE_HOST=studio\nVIDEO_GROUP=44\nAUDIO_GROUP=29\nRENDER_GROUP=105\nCAMERA_ADDRESS=rtmp://sluice/live/a?token=b\n';

/** PI_MACHINES names machines to emulate, such as `arm64 armv7`; by default the current one. */
function machinesOf(text: string | undefined) {
  const names = (text ?? '').split(/\s+/).filter((name) => name !== '');
  return names.map((name) => {
    const machine = MACHINES.find(({ suffix }) => suffix === name);
    if (machine === undefined)
      throw new UserError(`PI_MACHINES must be of ${MACHINES.map(({ suffix }) => suffix).join(', ')}, not ${name}.`);
    return machine;
  });
}

await runVerb(async () => {
  const machines = machinesOf(process.env.PI_MACHINES);
  const folder = await mkdtemp(path.join(tmpdir(), 'pi-card-'));
  try {
    const sources = await readSources();
    const files = cardFiles(EXAMPLE_SETTINGS, sources, { kind: 'folder' });
    const written = machineFiles(EXAMPLE_SETTINGS, sources);
    if (await isInstalled('cloud-init')) {
      const file = path.join(folder, 'user-data');
      await writeFile(file, files['user-data'] ?? '');
      await refusing('cloud-init does not take the user-data of a card', 'cloud-init', [
        'schema',
        '--config-file',
        file,
      ]);
      print('cloud-init takes the user-data of a card.');
    } else print('cloud-init was not asked: it is not installed.');

    for (const name of ['compose.yaml', 'compose.camera.yaml'])
      await writeFile(path.join(folder, name), sources[name] ?? '');
    await writeFile(path.join(folder, '.env'), ENVIRONMENT);
    if (await isInstalled('docker-compose')) {
      const args = ['--project-directory', folder, '-f', path.join(folder, 'compose.yaml'), 'config', '--quiet'];
      await refusing('Compose does not take the file of a card', 'docker-compose', args);
      print('Compose takes the file of a card.');
    } else print('Compose was not asked: docker-compose is not installed.');

    const able = (await isInstalled('mmdebstrap')) && (process.getuid?.() === 0 || (await isInstalled('sudo')));
    if (!able) return print('No system was set up by a card: that takes mmdebstrap and root.');
    for (const machine of machines.length === 0 ? [null] : machines) {
      if (machine !== null) await emulate(machine);
      const began = performance.now();
      await setUpRootFileSystem({ settings: EXAMPLE_SETTINGS, files, written }, machine?.debian ?? null);
      const seconds = ((performance.now() - began) / 1000).toFixed(0);
      print(
        `A Debian ${machine?.debian ?? 'of this machine'} was set up by cloud-init and by firstrun.sh, in ${seconds} s.`,
      );
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
