/** A low tone and a higher one, three times: heard across a room, and like nothing that a show plays. */
const TONES = [660, 880, 660, 880, 660, 880];
const EACH_S = 0.16;
const LOUD = 0.25;

/** Made with the first sound: before that nobody needs it, and browsers complain. */
let context: AudioContext | null = null;

/** Rings; resolves to whether the browser let it be heard. */
export async function ringAlarm(): Promise<boolean> {
  context ??= new AudioContext();
  // Where it may not begin, this is pending until somebody presses something.
  await Promise.race([context.resume(), new Promise((resolve) => setTimeout(resolve, 500))]);
  if (context.state !== 'running') return false;
  const { currentTime, destination } = context;
  for (const [i, frequency] of TONES.entries()) {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    const at = currentTime + i * EACH_S;
    tone.frequency.value = frequency;
    // Without the ends it would click.
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

/** Told when somebody pressed something. */
export function onGesture(changed: () => void): () => void {
  for (const name of GESTURES) addEventListener(name, changed);
  return () => {
    for (const name of GESTURES) removeEventListener(name, changed);
  };
}

/** Browsers keep a page silent until somebody has pressed something on it; those that do not say are taken to be open. */
export const isSoundBlocked = (): boolean => navigator.userActivation?.hasBeenActive === false;
