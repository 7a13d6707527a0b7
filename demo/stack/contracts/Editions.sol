// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// A plain ERC-1155 whose pictures are on the chain: each holder named at first has so many of each edition.
contract Editions {
    string public name;

    mapping(address owner => mapping(uint256 id => uint256)) private held;
    mapping(address owner => mapping(address operator => bool)) public isApprovedForAll;

    event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value);
    event TransferBatch(
        address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values
    );
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    error NotAllowed(address caller, address owner);
    error BalanceTooLow(address owner, uint256 id, uint256 balance, uint256 needed);
    error ReceiverMissing();

    constructor(string memory name_, address[] memory holders, uint256[] memory ids, uint256[] memory values) {
        name = name_;
        for (uint256 i = 0; i < holders.length; i++) {
            for (uint256 j = 0; j < ids.length; j++) held[holders[i]][ids[j]] += values[j];
            emit TransferBatch(msg.sender, address(0), holders[i], ids, values);
        }
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0xd9b67a26 || id == 0x0e89341c;
    }

    function balanceOf(address owner, uint256 id) external view returns (uint256) {
        return held[owner][id];
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes calldata) external {
        if (msg.sender != from && !isApprovedForAll[from][msg.sender]) revert NotAllowed(msg.sender, from);
        if (to == address(0)) revert ReceiverMissing();
        uint256 balance = held[from][id];
        if (balance < value) revert BalanceTooLow(from, id, balance, value);
        held[from][id] = balance - value;
        held[to][id] += value;
        emit TransferSingle(msg.sender, from, to, id, value);
    }

    function uri(uint256 id) external view returns (string memory) {
        string memory number = text(id);
        string memory image = string.concat(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 64 64'><rect width='64' height='64' fill='hsl(",
            text((id * 97 + 200) % 360),
            ",48%,38%)'/><path d='M32 8L56 50H8Z' fill='none' stroke='white' stroke-width='3'/></svg>"
        );
        return string.concat(
            'data:application/json;utf8,{"name":"', name, " ", number, '","image":"data:image/svg+xml;utf8,', image, '"}'
        );
    }

    function text(uint256 number) private pure returns (string memory) {
        if (number < 10) return string(abi.encodePacked(bytes1(uint8(48 + number))));
        return string.concat(text(number / 10), text(number % 10));
    }
}
