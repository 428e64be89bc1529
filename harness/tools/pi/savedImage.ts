import * as z from 'zod';
import { ProgramFailure, runProgram } from '../../containers/runProgram.ts';
import { UserError } from '../launch/userError.ts';

/** manifest.json and the config in an archive of `docker save`. */
const Manifest = z.tuple([z.object({ Config: z.string(), RepoTags: z.array(z.string()).min(1) })]);
const Config = z.object({ architecture: z.string(), os: z.string() });

const PI = ['arm64', 'arm'];

/** Returns the name of the only image, compressed or not, else throws a user error. `image`: null for any name. */
export async function nameInImageFile(file: string, image: string | null): Promise<string> {
  const read = async (name: string): Promise<unknown> =>
    JSON.parse(await runProgram('tar', ['-xOf', file, '--', name]).catch(refuse));
  const refuse = (error: unknown): never => {
    const reason = error instanceof ProgramFailure ? error.message : String(error);
    throw new UserError(
      `IMAGE_FILE=${file} is no image: ${reason}. "docker save" with one image and its tag writes one.`,
    );
  };
  const [manifest] = await read('manifest.json').then(Manifest.parse).catch(refuse);
  const { os, architecture } = await read(manifest.Config).then(Config.parse).catch(refuse);
  if (os !== 'linux' || !PI.includes(architecture))
    throw new UserError(
      `IMAGE_FILE=${file} is for ${os}/${architecture}, a Raspberry Pi takes linux/arm64. "make image-arm" builds sluice-embedded-arm64.`,
    );
  const [first = ''] = manifest.RepoTags;
  const name = image ?? first;
  if (!manifest.RepoTags.includes(name))
    throw new UserError(`IMAGE_FILE=${file} has no ${name}, but ${manifest.RepoTags.join(', ')}. Leave out IMAGE.`);
  return name;
}
