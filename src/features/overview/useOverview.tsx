import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { unpolledIn } from './current.ts';
import { channelsShown, headerShown } from './slice.ts';

/** Keeps state and snapshot of these channels fresh as long as they are on screen. */
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

/** The state of the selected channel on every screen; where nobody watches it, it is looked at now and then. */
export function useCurrentWatched() {
  const dispatch = useDispatch();
  const unpolled = useSelector(unpolledIn);
  useEffect(() => {
    dispatch(headerShown(unpolled));
    return () => {
      dispatch(headerShown(null));
    };
  }, [dispatch, unpolled]);
}
