import type { StreamWatcher } from '../../features/gate/host/host.ts';
import { loudnessOf } from '../../media/hls/segment/loudness.ts';

/** Any rate will do: what is decoded is brought to it. */
const RATE = 44_100;

/**
 * The browser decodes: AAC and MP3 as they are, and what lies in MP4. Offline, so nothing is played and nobody has to
 * press anything first.
 */
export const measure: StreamWatcher['measure'] = async (sound) => {
  try {
    const context = new OfflineAudioContext(1, 1, RATE);
    // It takes the bytes away: they are copied.
    const decoded = await context.decodeAudioData(new Uint8Array(sound).buffer);
    const channels = Array.from({ length: decoded.numberOfChannels }, (_, i) => decoded.getChannelData(i));
    return loudnessOf(channels, decoded.sampleRate);
  } catch {
    return null; // this browser has no decoder for it
  }
};
