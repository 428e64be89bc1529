import { useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { channelsShown, headerShown } from '../shownChannels/slice.ts';
import { unpolledIn } from '../status/slice.ts';

/** Keyed by mounted component, because the channel list can open over another screen that shows channels. */
const onScreen = new Map<object, readonly string[]>();

const shownNow = () => [...new Set([...onScreen.values()].flat())];

export function useReportShownChannels(shown: readonly string[]) {
  const dispatch = useDispatch();
  const [key] = useState(() => ({}));
  const ids = shown.join(' ');
  useEffect(() => {
    if (ids === '') return;
    onScreen.set(key, ids.split(' '));
    dispatch(channelsShown(shownNow()));
  }, [dispatch, key, ids]);
  useEffect(
    () => () => {
      onScreen.delete(key);
      dispatch(channelsShown(shownNow()));
    },
    [dispatch, key],
  );
}

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
