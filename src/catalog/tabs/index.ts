import type { Tab } from './define.ts';
import { network } from './network.ts';
import { rtmp } from './rtmp.ts';
import { storage } from './storage.ts';

/** Order here is order on the screen. */
export const tabs: readonly Tab[] = [network, rtmp, storage];

/** The tabs that this operator gets to see. */
export const tabsFor = ({ expert }: { expert: boolean }): Tab[] =>
  tabs.filter(({ shown }) => shown === 'always' || expert);
