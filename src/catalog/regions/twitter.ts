/**
 * Ingest points of X, by part of the world; the first column is what is stored. From the list that OBS Studio keeps, whose
 * places for ca and or are the right ones. Checked 2026-11.
 */
export const TWITTER_REGIONS: Record<string, readonly (readonly [value: string, place: string])[]> = {
  'Asia-Pacific': [
    ['jp', 'Tokyo, Japan'],
    ['kr', 'Seoul, South Korea'],
    ['in', 'Mumbai, India'],
    ['sg', 'Singapore'],
    ['au', 'Sydney, Australia'],
  ],
  Europe: [
    ['de', 'Frankfurt, Germany'],
    ['ie', 'Dublin, Ireland'],
    ['fr', 'Paris, France'],
  ],
  'South America': [['br', 'São Paulo, Brazil']],
  'US East': [['va', 'Northern Virginia']],
  'US West': [
    ['ca', 'Northern California'],
    ['or', 'Oregon'],
  ],
};
