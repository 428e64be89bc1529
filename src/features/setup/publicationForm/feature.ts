import { feature } from '../../wing.ts';
import { destinations } from './destinations/slice.ts';
import { platformLimits } from './platformLimits/slice.ts';
import { publicationFormSaga } from './saga.ts';
import { publicationForm } from './slice.ts';

export const publicationFormFeature = feature({
  reducers: { publicationForm, platformLimits, destinations },
  saga: publicationFormSaga,
});
