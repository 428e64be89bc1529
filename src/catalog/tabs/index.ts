import type { Tab } from './define.ts';
import { network } from './network.ts';
import { rtmp } from './rtmp.ts';

/** Order here is order on the screen. */
export const tabs: readonly Tab[] = [network, rtmp];

/** The tabs that this operator gets to see. */
export const tabsFor = ({ expert }: { expert: boolean }): Tab[] =>
  tabs.filter(({ shown }) => shown === 'always' || expert);
