import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { currentStateIn, unwatchedIn } from './current.ts';
import { headerShown } from './slice.ts';

/** The state of the selected channel on every screen; where nobody watches it, it is looked at now and then. */
export function useCurrentState() {
  const dispatch = useDispatch();
  const unwatched = useSelector(unwatchedIn);
  useEffect(() => {
    dispatch(headerShown(unwatched));
    return () => {
      dispatch(headerShown(null));
    };
  }, [dispatch, unwatched]);
  return useSelector(currentStateIn);
}
