import type { Config } from '../../api/answers/config.ts';
import { auth } from './auth.ts';
import type { SettingsDraft, Tab } from './define.ts';
import { general } from './general.ts';
import { logging } from './logging.ts';
import { network } from './network.ts';
import { playback } from './playback.ts';
import { rtmp } from './rtmp.ts';
import { srt } from './srt.ts';
import { storage } from './storage.ts';

interface Given {
  expert: boolean;
  edits: SettingsDraft;
  config: Config;
}

/** Order here is order on the screen. */
export const tabs: readonly Tab[] = [general, network, auth, playback, storage, rtmp, srt, logging];

/** What is being changed is not hidden. */
const isEdited = ({ fields }: Tab, edits: SettingsDraft) => Object.keys(edits).some((path) => path in fields);

/** The tabs that this operator gets to see of this core. */
export const tabsFor = ({ expert, edits, config }: Given): Tab[] =>
  tabs.filter((tab) => (tab.has?.(config) ?? true) && (tab.shown === 'always' || expert || isEdited(tab, edits)));
