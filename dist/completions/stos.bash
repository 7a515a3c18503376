# bash completion for stos: the program itself tells what may follow (`stos complete`).
_stos() {
  local current=${COMP_WORDS[COMP_CWORD]} line files=
  COMPREPLY=()
  while IFS= read -r line; do
    line=${line%%$'\t'*}
    if [[ $line == :files ]]; then
      files=1
    elif [[ $line == "$current"* ]]; then
      COMPREPLY+=("$line")
    fi
  done < <(stos complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  [[ -z $files ]] || mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current")
}
complete -o filenames -F _stos stos
