import { feature } from '../../wing.ts';
import { publishedSaga, publishedStreams } from './slice.ts';

export const publishedStreamsFeature = feature({ reducers: { publishedStreams }, saga: publishedSaga });
