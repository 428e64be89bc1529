import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlayerConfig } from '../../viewer/player/config.ts';
import { colorVariables } from '../../viewer/player/cssColorVariables.ts';
import { iframeOf } from '../../viewer/player/iframe.ts';
import { CLAPPR, LIBRARY } from '../../viewer/webRootFilePaths.ts';

interface ViewerPlayerProps {
  config: PlayerConfig;
  /** Where relative addresses begin, with a closing slash. */
  root: string;
  label: string;
}

/** The player of the public pages; another config starts it anew. */
export function ViewerPlayer({ config, root, label }: ViewerPlayerProps) {
  const { t, i18n } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    let end: (() => void) | null = null;
    let gone = false;
    import('./showViewerPlayer.ts').then(
      ({ show }) => {
        if (gone || !place.current) return;
        end = show(place.current, {
          ...{ config, root, label, language: i18n.language, say: (text: string) => t(text) },
          ...{ colors: colorVariables(config.color), library: LIBRARY, iframeOf },
          // As the interface brings it for the pages: they stand on the core, where it may not be yet.
          clappr: new URL(`viewer/${CLAPPR}`, document.baseURI).href,
        });
      },
      () => setMissing(true),
    );
    return () => {
      gone = true;
      end?.();
    };
  }, [config, root, label, t, i18n.language]);
  return (
    <div className="player-video" ref={place}>
      {missing && (
        <div className="player-card" role="status">
          <p>{t('Part of the interface could not be loaded. Reload the page.')}</p>
        </div>
      )}
    </div>
  );
}
