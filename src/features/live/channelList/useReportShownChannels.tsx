import { useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { channelsShown, headerShown } from '../shownChannels/slice.ts';
import { unpolledIn } from '../status/slice.ts';

/** Several may be on screen: the list of channels opens over what shows them too. */
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
