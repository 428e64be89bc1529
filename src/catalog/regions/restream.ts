/** Ingest points of Restream, by part of the world; the first column is what is stored. From the list that OBS Studio keeps. Checked 2026-11. */
export const RESTREAM_REGIONS: Record<string, readonly (readonly [value: string, place: string])[]> = {
  'EU-West': [
    ['london', 'London, GB'],
    ['amsterdam', 'Amsterdam, NL'],
    ['paris', 'Paris, FR'],
  ],
  'EU-Central': [['frankfurt', 'Frankfurt, DE']],
  'EU-South': [['madrid', 'Madrid, Spain']],
  Turkey: [['istanbul', 'Istanbul']],
  'US-West': [
    ['seattle', 'Seattle, WA'],
    ['sanjose', 'San Jose, CA'],
  ],
  'US-Central': [['dallas', 'Dallas, TX']],
  'US-East': [
    ['washington', 'Washington, DC'],
    ['chicago', 'Chicago, IL'],
    ['newyork', 'New York, NY'],
  ],
  'NA-East': [['toronto', 'Toronto, Canada']],
  SA: [['saopaulo', 'São Paulo, Brazil']],
  India: [['bangalore', 'Bangalore']],
  Asia: [
    ['singapore', 'Singapore'],
    ['seoul', 'Seoul, South Korea'],
    ['tokyo', 'Tokyo, Japan'],
    ['hongkong', 'Hong Kong'],
  ],
  Australia: [['sydney', 'Sydney']],
};

/** No longer in that list: kept where they are stored. */
export const RESTREAM_ENDED: readonly (readonly [value: string, place: string])[] = [
  ['luxembourg', 'EU-West: Luxembourg'],
  ['milan', 'EU-West: Milan, IT'],
  ['falkenstein', 'EU-East: Falkenstein, DE'],
  ['prague', 'EU-East: Prague, Czech'],
  ['moscow', 'Russia: Moscow'],
  ['telaviv', 'Israel: Tel Aviv'],
  ['miami', 'US-East: Miami, FL'],
];
