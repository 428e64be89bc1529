import { feature } from '../../wing.ts';
import { undoSaga } from './saga.ts';

export const undoFeature = feature({ reducers: {}, saga: undoSaga });
