export const SCHEDULE_LIMITS = {
  rules: 200,
  nameLetters: 100,
  idLetters: 200,
  expressionLetters: 100,
  toleranceMinutes: { least: 1, usual: 10, most: 1440 },
  intervalMinutes: 366 * 24 * 60,
  imageMinutes: 120,
} as const;
