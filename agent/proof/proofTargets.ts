import type { createChannelFacts } from '../alarms/channelFacts.ts';
import type { ProofTarget } from './watchProofs.ts';

type Facts = Pick<ReturnType<typeof createChannelFacts>, 'channels' | 'outputs' | 'isLive'>;

/** Publications with a playback address that send what their channel shows now. */
export function proofTargets({ channels, outputs, isLive }: Facts): ProofTarget[] {
  const egresses = new Map(channels().flatMap((channel) => Object.entries(channel.egresses)));
  return outputs().flatMap(({ id, channel, publication, sending, isHeld }) => {
    const { playback } = egresses.get(id) ?? {};
    const isSent = id === publication && sending === 'live' && !isHeld && isLive(channel);
    return isSent && playback !== undefined ? [{ channel, publication, address: playback }] : [];
  });
}
