import { feature } from '../../wing.ts';
import { senders } from './destinations/slice.ts';
import { platforms } from './platformLimits/slice.ts';
import { publicationFormSaga } from './saga.ts';
import { publicationForm } from './slice.ts';

export const publicationFormFeature = feature({
  reducers: { publicationForm, platformLimits: platforms, destinations: senders },
  saga: publicationFormSaga,
});
