# bash completion for stos: commands and options as the program itself tells them.
_stos() {
  local current=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]}
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W "$(LC_ALL=C LANGUAGE=en stos --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\).*/\1/p')" -- "$current")
  elif [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(LC_ALL=C LANGUAGE=en stos "$command" --help | grep -oE -- '--[a-z][a-z-]+' | sort -u)" -- "$current")
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  fi
}
complete -o filenames -F _stos stos
