import { expect, it } from 'vitest';
import { componentOf } from './loadScreens.ts';

const Panel = ({ channel }: { channel: string }) => channel;
const Instead = () => null;
const arrived = async () => ({ Panel });
const missing = async (): Promise<{ Panel: typeof Panel }> => {
  throw new Error('gone');
};
const pick = (chunk: { Panel: typeof Panel }) => chunk.Panel;

it('shows a component of a chunk, or a replacement if the chunk is missing', async () => {
  expect(await componentOf(arrived, pick, Instead)()).toEqual({ default: Panel });
  expect(await componentOf(missing, pick, Instead)()).toEqual({ default: Instead });
  await expect(componentOf(missing, pick)()).rejects.toThrow('gone');
});
