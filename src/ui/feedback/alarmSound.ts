/** Alternating tones that carry across a room and do not resemble program audio. */
const TONES = [660, 880, 660, 880, 660, 880];
const EACH_S = 0.16;
const LOUD = 0.25;

/** Created lazily: browsers warn about earlier creation. */
let context: AudioContext | null = null;

/** Resolves to whether the browser allowed the sound. */
export async function ringAlarm(): Promise<boolean> {
  context ??= new AudioContext();
  // Stays pending until a user gesture if autoplay is blocked.
  await Promise.race([context.resume(), new Promise((resolve) => setTimeout(resolve, 500))]);
  if (context.state !== 'running') return false;
  const { currentTime, destination } = context;
  for (const [i, frequency] of TONES.entries()) {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    const at = currentTime + i * EACH_S;
    tone.frequency.value = frequency;
    // Fades, as abrupt ends would click.
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(LOUD, at + 0.02);
    volume.gain.setValueAtTime(LOUD, at + EACH_S - 0.04);
    volume.gain.linearRampToValueAtTime(0, at + EACH_S);
    tone.connect(volume).connect(destination);
    tone.start(at);
    tone.stop(at + EACH_S);
  }
  return true;
}

const GESTURES = ['pointerup', 'keydown'] as const;

export function onGesture(changed: () => void): () => void {
  for (const name of GESTURES) addEventListener(name, changed);
  return () => {
    for (const name of GESTURES) removeEventListener(name, changed);
  };
}

/** Browsers block sound until a user gesture; those without the API count as open. */
export const isSoundBlocked = (): boolean => navigator.userActivation?.hasBeenActive === false;
