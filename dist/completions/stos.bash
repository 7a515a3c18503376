# bash completion for stos: commands, what they do, options and bots as the program itself tells them.
_stos_says() {
  LC_ALL=C LANGUAGE=en stos "$@" 2>/dev/null
}

_stos() {
  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} words=
  if ((COMP_CWORD == 1)); then
    words=$(_stos_says --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\).*/\1/p')
  elif [[ $before == --bots || $before == --against || $before == --seats ]]; then
    words=$(_stos_says games | sed -n 's/^  bots: //p' | tr ' ' '\n' | sort -u)
  elif [[ $current == -* ]]; then
    words=$(_stos_says "$command" --help | grep -oE -- '--[a-z][a-z-]+' | sort -u)
  elif ((COMP_CWORD == 2)); then
    words=$(_stos_says "$command" --help | sed -nE '1s/^Usage: stos [a-z]+ ([a-z-]+(\|[a-z-]+)+) .*/\1/p' | tr '|' '\n')
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  ((${#COMPREPLY[@]})) || mapfile -t COMPREPLY < <(compgen -f -- "$current")
}
complete -o filenames -F _stos stos
