import { feature } from '../../gate/host/wing.ts';
import { publishedSaga, publishedStreams } from './slice.ts';

export const publishedStreamsFeature = feature({ reducers: { published: publishedStreams }, saga: publishedSaga });
