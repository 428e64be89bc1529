import { usePreference } from './usePreference.tsx';

/** The key of a switch in the settings (`settingsTabs/general.ts`). */
const EXPERT_KEY = 'expert';

export function useExpertMode(): boolean {
  const [value] = usePreference(EXPERT_KEY);
  return value === 'true';
}
