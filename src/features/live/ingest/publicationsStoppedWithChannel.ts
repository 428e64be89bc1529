import type { WithPreferences } from '../../shared/preference/slice.ts';

/** Where this browser keeps which publications a channel took along when it was stopped. */
export const stoppedKey = (channel: string) => `stopped:${channel}`;

/** By id; those of them that were deleted or started since are not among them. */
export const stoppedWithIn = (
  { preference }: WithPreferences,
  channel: string,
  isOff: (id: string) => boolean,
): readonly string[] => (preference[stoppedKey(channel)] ?? '').split(' ').filter((id) => id !== '' && isOff(id));
