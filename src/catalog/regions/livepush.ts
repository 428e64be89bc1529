/** Ingest points of Livepush; the first column is what is stored. From the list that OBS Studio keeps. Checked 2026-11. */
export const LIVEPUSH_REGIONS: readonly (readonly [value: string, place: string])[] = [
  ['us-central-ch', 'Chicago, US'],
  ['us-east-ny', 'New York, US'],
  ['us-west-la', 'Los Angeles, US'],
  ['us-south-mia', 'Miami, US'],
  ['us-central-dal', 'Dallas, US'],
  ['ca-central-mon', 'Montreal, CA'],
  ['ca-south-tor', 'Toronto, CA'],
  ['au-east-syd', 'Sydney, AU'],
  ['uk-central-ldn', 'London, UK'],
  ['it-north-mln', 'Milan, IT'],
  ['fr-central-par', 'Paris, FR'],
  ['as-southeast-sg', 'Singapore'],
  ['in-south-blr', 'Bangalore, IN'],
];

/** No longer in that list: kept where they are stored. */
export const LIVEPUSH_ENDED: readonly (readonly [value: string, place: string])[] = [['tr-north-ist', 'Istanbul, TR']];
