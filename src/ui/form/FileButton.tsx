import { type ReactNode, useRef } from 'react';
import { Button } from '../controls/Button.tsx';

interface FileButtonProps {
  /** File types suggested by the dialog, such as ".png,.svg"; not a check. */
  accept: string;
  busy: boolean;
  disabled?: boolean;
  onPick: (file: File) => void;
  children: ReactNode;
}

export function FileButton({ accept, busy, disabled = false, onPick, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // Allows choosing the same file again after it was fixed.
          target.value = '';
          if (file) onPick(file);
        }}
      />
      <Button icon="add" busy={busy} disabled={disabled} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}
