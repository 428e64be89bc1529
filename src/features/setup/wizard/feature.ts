import { feature } from '../../wing.ts';
import { wizardSaga } from './saga.ts';
import { wizard } from './slice.ts';

export const wizardFeature = feature({ reducers: { wizard }, saga: wizardSaga });
