import { feature } from '../../wing.ts';
import { recordingLine } from './recordedFile/slice.ts';
import { publicationSaga } from './saga.ts';
import { publication } from './slice.ts';

export const publicationFeature = feature({
  reducers: { publication, recordedFile: recordingLine },
  saga: publicationSaga,
});
