import type { ViewedChannel } from '../viewedChannel.ts';
import type { GeneratedFile } from '../webRootFilePaths.ts';
import { configFile } from './config.ts';
import { oembedJson, oembedXml } from './oembed.ts';
import { playerPage } from './page.ts';

/** What is made for one channel, in the order in which it is written. `address`: the public one. */
export const playerFiles = (channel: ViewedChannel, address: string): GeneratedFile[] => [
  playerPage(channel, address),
  oembedJson(channel, address),
  oembedXml(channel, address),
  configFile(channel),
];
