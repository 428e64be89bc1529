import { feature } from '../../wing.ts';
import { publishedStreams, publishedStreamsSaga } from './slice.ts';

export const publishedStreamsFeature = feature({ reducers: { publishedStreams }, saga: publishedStreamsSaga });
