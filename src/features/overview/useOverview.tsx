import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { channelsShown } from './slice.ts';

/** Keeps state and picture of these channels fresh as long as they are on screen. */
export function useOverview(shown: readonly string[]) {
  const dispatch = useDispatch();
  const ids = shown.join(' ');
  useEffect(() => {
    if (ids !== '') dispatch(channelsShown(ids.split(' ')));
  }, [dispatch, ids]);
  useEffect(
    () => () => {
      dispatch(channelsShown([]));
    },
    [dispatch],
  );
}
