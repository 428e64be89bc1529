import { IN_MEMORY } from '../../src/media/edge/delivery.ts';
import { isPlayback } from '../../src/media/proof/playbackInput.ts';
import type { createChannelFacts } from '../alarms/channelFacts.ts';
import type { ProofTarget } from './watchProofs.ts';

type Facts = Pick<ReturnType<typeof createChannelFacts>, 'channels' | 'outputs' | 'isLive'>;

/** Publications with a playback address that send what their channel shows now. */
export function proofTargets({ channels, outputs, isLive }: Facts): ProofTarget[] {
  const known = new Map(channels().map((channel) => [channel.id, channel]));
  return outputs().flatMap(({ id, channel, publication, sending, runSeconds, isHeld }) => {
    const { egresses, delivery = IN_MEMORY } = known.get(channel) ?? {};
    const { playback } = egresses?.[id] ?? {};
    const isSent = id === publication && sending === 'live' && !isHeld && isLive(channel);
    return isSent && playback !== undefined && isPlayback(playback)
      ? [{ channel, publication, address: playback, storage: delivery.storage, runSeconds }]
      : [];
  });
}
