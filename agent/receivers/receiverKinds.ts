import { apprise } from './kinds/apprise.ts';
import { discord } from './kinds/discord.ts';
import { email } from './kinds/email.ts';
import { gotify } from './kinds/gotify.ts';
import { heartbeat } from './kinds/heartbeat.ts';
import { homeAssistant } from './kinds/homeAssistant.ts';
import { matrix } from './kinds/matrix.ts';
import { mattermost } from './kinds/mattermost.ts';
import { ntfy } from './kinds/ntfy.ts';
import { pushover } from './kinds/pushover.ts';
import { slack } from './kinds/slack.ts';
import { telegram } from './kinds/telegram.ts';
import { webhook } from './kinds/webhook.ts';
import type { ReceiverKind } from './receiverKind.ts';

export const receiverKinds: readonly ReceiverKind[] = [
  ...[ntfy, telegram, email, discord, slack, mattermost, pushover, gotify, matrix, homeAssistant, apprise],
  ...[webhook, heartbeat],
];
