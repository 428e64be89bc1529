import type { StreamWatcher } from '../../features/gate/host/host.ts';
import { loudnessOf } from '../../media/hls/segment/loudness.ts';

/** The decoder resamples to any rate. */
const RATE = 44_100;

/** Decodes AAC, MP3 and MP4 offline, which needs no user gesture. */
export const measure: StreamWatcher['measure'] = async (sound) => {
  try {
    const context = new OfflineAudioContext(1, 1, RATE);
    // `decodeAudioData` detaches the buffer, so it is copied.
    const decoded = await context.decodeAudioData(new Uint8Array(sound).buffer);
    const channels = Array.from({ length: decoded.numberOfChannels }, (_, i) => decoded.getChannelData(i));
    return loudnessOf(channels, decoded.sampleRate);
  } catch {
    return null;
  }
};
